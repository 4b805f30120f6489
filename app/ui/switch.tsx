import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldHint } from "./field-parts.tsx";

type SwitchProps = Omit<ComponentProps<"input">, "type" | "role"> & { label: ReactNode; hint?: ReactNode };

/** For a setting with an immediate effect. A native checkbox, so that it submits without JavaScript. */
export function Switch({ label, hint, className, ...input }: SwitchProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className={className}>
      <label className="flex min-h-11 cursor-pointer items-center justify-between gap-4">
        <span className="font-semibold text-[0.9375rem]">{label}</span>
        <span className="relative inline-flex shrink-0">
          <input
            {...input}
            id={id}
            type="checkbox"
            // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its checked state itself
            role="switch"
            aria-describedby={hint ? `${id}-hint` : undefined}
            className="peer h-7 w-12 cursor-pointer appearance-none rounded-full border border-edge bg-sunken transition-colors checked:border-ball-edge checked:bg-ball"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-ink transition-transform peer-checked:translate-x-5 peer-checked:bg-on-ball"
          />
        </span>
      </label>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
    </div>
  );
}
