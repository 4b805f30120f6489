import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { classes } from "./classes.ts";

const LIST = "flex gap-6 overflow-x-auto border-court border-b";
const TAB = classes(
  "-mb-px min-h-11 whitespace-nowrap border-b-3 px-0.5 font-semibold transition-colors hover:text-ink",
);

/** Panels on one page. For panels that are addresses of their own (they work without JavaScript) use LinkTabs. */
export function Tabs({
  label,
  tabs,
  value,
  defaultValue,
  onValueChange,
}: {
  label: string;
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
}) {
  return (
    <Radix.Root
      value={value}
      defaultValue={value === undefined ? (defaultValue ?? tabs[0]?.value) : undefined}
      onValueChange={onValueChange}
    >
      <Radix.List aria-label={label} className={LIST}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={classes(
              TAB,
              "border-transparent text-soft data-[state=active]:border-clay data-[state=active]:text-ink",
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

/** Tabs that are links: each panel has its address, kept in the query. */
export function LinkTabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { to: string; label: ReactNode; current: boolean }[];
}) {
  return (
    <nav aria-label={label} className={LIST}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          preventScrollReset
          aria-current={tab.current ? "page" : undefined}
          className={classes(
            TAB,
            "flex items-center",
            tab.current ? "border-clay text-ink" : "border-transparent text-soft",
          )}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
