import type { ReactNode } from "react";

/** Contains the h1. A page with a PageTitle has no other h1, unless `as` makes it a paragraph. */
export function PageTitle({
  title,
  lead,
  actions,
  count,
  as: Title = "h1",
}: {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** "3 results", which is announced when the query changes (shell/ui/route-announcer.tsx). */
  count?: string;
  as?: "h1" | "p";
}) {
  return (
    <header
      data-count={count}
      className="baseline-rule mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-6 pb-5 sm:mb-8 sm:pt-12 sm:pb-6"
    >
      <div className="min-w-0 max-w-3xl">
        <Title className="font-bold font-display text-title tracking-[-0.022em]">{title}</Title>
        {lead && <p className="mt-2 text-soft">{lead}</p>}
      </div>
      {actions && <ButtonRow>{actions}</ButtonRow>}
    </header>
  );
}

/** Buttons beside a title, the main one first. On a phone they are one row below it. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return (
    <div className="w-full min-w-0 sm:w-auto">
      <div className="sideways max-sm:*:grow max-sm:[&>form]:grid">{children}</div>
    </div>
  );
}

export function SectionHeading({
  id,
  title,
  count,
  action,
}: {
  id?: string;
  title: ReactNode;
  count?: number;
  action?: ReactNode;
}) {
  return (
    <div className="mb-5 flex items-center gap-4 sm:mb-6">
      <h2 id={id} className="text-heading">
        {title}
        {count !== undefined && <span className="font-normal text-soft tabular-nums"> ({count})</span>}
      </h2>
      <span aria-hidden="true" className="service-line" />
      {action}
    </div>
  );
}
