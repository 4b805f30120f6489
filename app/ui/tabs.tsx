import type { ReactNode } from "react";
import { Link } from "react-router";
import { classes } from "./classes.ts";

/** Scrolls a bar that is wider than the screen to its current tab or chip. */
export function showCurrent(bar: HTMLElement | null): void {
  const current = bar?.querySelector<HTMLElement>("[aria-current]");
  if (bar && current)
    bar.scrollLeft = current.offsetLeft - bar.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2;
}

export function LinkTabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { to: string; label: ReactNode; current: boolean }[];
}) {
  return (
    <nav
      ref={showCurrent}
      aria-label={label}
      className="flex gap-6 overflow-x-auto border-court border-b pr-1"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          preventScrollReset
          aria-current={tab.current ? "page" : undefined}
          className={classes(
            "flex min-h-11 items-center whitespace-nowrap border-b-3 px-0.5 font-semibold focus-visible:-outline-offset-3",
            "transition-colors hover:text-ink",
            tab.current ? "border-clay text-ink" : "border-transparent text-soft",
          )}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
