import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { classes } from "./classes.ts";
import { pageSlots } from "./pagination-rules.ts";

const SLOT = "flex size-11 items-center justify-center rounded-full tabular-nums";

export function Pagination({
  page,
  pages,
  hrefOf,
  label = m.ui_pages(),
}: {
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
  /** The accessible name. Needed where a page has two paginations, to tell them apart. */
  label?: string;
}) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={label} className="flex items-center justify-center gap-0.5">
      <Step to={page > 1 ? hrefOf(page - 1) : undefined} rel="prev" label={m.ui_previous_page()}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Step>
      <span className="px-2 tabular-nums sm:hidden">{m.ui_page_of({ page, pages })}</span>
      <ol className="hidden items-center gap-0.5 sm:flex">
        {pageSlots(page, pages).map((slot) =>
          "gap" in slot ? (
            <li key={slot.gap} aria-hidden="true" className={classes(SLOT, "text-soft")}>
              …
            </li>
          ) : (
            <li key={slot.page}>
              <Link
                to={hrefOf(slot.page)}
                aria-label={m.ui_page_number({ page: slot.page })}
                aria-current={slot.page === page ? "page" : undefined}
                className={classes(
                  SLOT,
                  "font-semibold transition-colors",
                  slot.page === page ? "bg-ink text-page" : "hover:bg-sunken",
                )}
              >
                {slot.page}
              </Link>
            </li>
          ),
        )}
      </ol>
      <Step to={page < pages ? hrefOf(page + 1) : undefined} rel="next" label={m.ui_next_page()}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </Step>
    </nav>
  );
}

function Step({
  to,
  rel,
  label,
  children,
}: {
  to: string | undefined;
  rel: "prev" | "next";
  label: string;
  children: ReactNode;
}) {
  if (to === undefined) return <span className={classes(SLOT, "text-edge")}>{children}</span>;
  return (
    <Link to={to} rel={rel} aria-label={label} className={classes(SLOT, "transition-colors hover:bg-sunken")}>
      {children}
    </Link>
  );
}
