import { X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { classes } from "./classes.ts";
import { showCurrent } from "./tabs.tsx";

/** A link to the page without this filter. */
export function RemovableChip({
  label,
  removeLabel,
  ...link
}: Omit<ComponentProps<typeof Link>, "children" | "aria-label" | "className"> & {
  label: ReactNode;
  /** "Remove filter: Wilson". */
  removeLabel: string;
}) {
  return (
    <Link
      preventScrollReset
      {...link}
      aria-label={removeLabel}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-edge bg-surface py-1 pr-2.5 pl-4 font-medium text-[0.9375rem] transition-colors hover:border-ink hover:bg-sunken sm:min-h-9"
    >
      {label}
      <X aria-hidden="true" className="size-4 shrink-0 text-soft" />
    </Link>
  );
}

interface LinkChipsProps {
  readonly label: string;
  readonly chips: readonly {
    readonly to: string;
    readonly label: ReactNode;
    readonly count: number;
    readonly current: boolean;
  }[];
  /** On a phone too they are in several rows, because they are all that the page has. */
  readonly wraps?: boolean;
  readonly className?: string;
}

/** Links to the parts of a list, of which one is shown, each with a URL of its own. */
export function LinkChips({ label, chips, wraps = false, className }: LinkChipsProps) {
  return (
    <nav aria-label={label} className={className}>
      <ul ref={wraps ? undefined : showCurrent} className={wraps ? "flex flex-wrap gap-2" : "sideways"}>
        {chips.map((chip) => (
          <li key={chip.to}>
            <Link
              to={chip.to}
              // Several rows become one, and what was below them is elsewhere.
              preventScrollReset={!wraps}
              aria-current={chip.current ? "page" : undefined}
              className={classes(
                "inline-flex min-h-11 items-center gap-2 rounded-full border px-4 py-1 font-medium text-[0.9375rem] transition-colors sm:min-h-9",
                chip.current
                  ? "border-ink bg-ink text-page"
                  : "border-edge bg-surface hover:border-ink hover:bg-sunken",
              )}
            >
              {chip.label}
              <span className={classes("text-sm tabular-nums", !chip.current && "text-soft")}>
                {chip.count}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
