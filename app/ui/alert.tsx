import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";

const TONES = {
  danger: { box: "border-danger/40 bg-danger-ground", icon: "text-danger", Icon: CircleAlert },
  good: { box: "border-good/40 bg-good-ground", icon: "text-good", Icon: CircleCheck },
  notice: { box: "border-notice/40 bg-notice-ground", icon: "text-notice", Icon: Info },
} as const;

/** A message within the page. `danger` interrupts a screen reader; the other tones wait. */
export function Alert({
  tone = "notice",
  title,
  children,
  action,
  relevant,
  className,
}: {
  tone?: keyof typeof TONES;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** "additions": a screen reader reads what appears, not what changes or goes. */
  relevant?: "additions";
  className?: string;
}) {
  const { box, icon, Icon } = TONES[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      aria-relevant={relevant}
      className={classes(
        "flex flex-wrap items-start gap-3 rounded-md border px-4 py-3.5 sm:flex-nowrap",
        box,
        className,
      )}
    >
      <Icon aria-hidden="true" className={classes("mt-0.5 size-5 shrink-0", icon)} />
      {/* On a phone the actions are below the text. */}
      <div className="min-w-0 flex-1 basis-[calc(100%-2rem)] sm:basis-0">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-[0.9375rem]">{children}</div>}
      </div>
      {action && <div className="ml-8 sm:ml-0">{action}</div>}
    </div>
  );
}
