import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import { ButtonRow } from "#app/ui/headings.tsx";
import { Panel } from "#app/ui/panel.tsx";

export function SecurityCard({
  Icon,
  title,
  text,
  actions,
  children,
}: {
  Icon: LucideIcon;
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <Panel aria-labelledby={id}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-1 basis-64 gap-3.5">
          <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-clay" />
          <div className="min-w-0">
            <h2 id={id} className="font-semibold text-lg leading-snug">
              {title}
            </h2>
            {text && <p className="mt-1 text-[0.9375rem] text-soft">{text}</p>}
          </div>
        </div>
        {actions && <ButtonRow>{actions}</ButtonRow>}
      </div>
      {children && <div className="mt-5">{children}</div>}
    </Panel>
  );
}
