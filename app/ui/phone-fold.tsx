import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { classes } from "./classes.ts";

interface PhoneFoldProps {
  readonly icon: ReactNode;
  readonly line: ReactNode;
  readonly className?: string;
  readonly children?: ReactNode;
}

/**
 * One line on a phone until the user unfolds it. Wider screens show all of it, and so do all screens without
 * JavaScript.
 */
export function PhoneFold({ icon, line, className, children }: PhoneFoldProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className={classes("relative flex gap-2.5 pr-4 phone:pr-12", className)}>
      <span className="mt-0.5 shrink-0">{icon}</span>
      <div id={id} className="grid min-w-0 flex-1 gap-2.5">
        <div className={open ? undefined : "phone:truncate"}>{line}</div>
        {children && <div className={classes("grid gap-2.5", !open && "phone:hidden")}>{children}</div>}
      </div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={m.shell_unfold()}
        onClick={() => setOpen(!open)}
        className="absolute top-0 right-1 hidden size-11 items-center justify-center rounded-full focus-visible:-outline-offset-3 phone:flex"
      >
        <ChevronDown
          aria-hidden="true"
          className={classes("size-5 transition-transform", open && "rotate-180")}
        />
      </button>
    </div>
  );
}
