import type { ReactNode } from "react";
import { classes } from "./classes.ts";

const TONES = {
  plain: "border-line bg-sunken text-ink",
  clay: "border-transparent bg-clay-fill text-on-clay dark:border-edge",
  good: "border-transparent bg-good-ground text-good",
  danger: "border-transparent bg-danger-ground text-danger",
  notice: "border-transparent bg-notice-ground text-notice",
} as const;

export function Badge({
  tone = "plain",
  className,
  children,
}: {
  tone?: keyof typeof TONES;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={classes(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2.5 py-0.5 font-semibold text-[0.8125rem]",
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** On the corner of an icon, whose parent is `relative`. Shows nothing at 0. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden="true"
      className="-translate-y-px absolute top-1 right-0.5 min-w-5 rounded-full border-2 border-page bg-clay-fill px-1 text-center font-bold text-[0.6875rem] text-on-clay leading-4 dark:bg-danger dark:text-page"
    >
      {count > 99 ? "99+" : count}
    </span>
  );
}
