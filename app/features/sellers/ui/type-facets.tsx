import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { classes } from "#app/ui/classes.ts";
import type { TypeFacet } from "../view.ts";

export function TypeFacets({ facets }: { facets: readonly TypeFacet[] }) {
  if (facets.length === 0) return null;
  return (
    <nav aria-label={m.seller_types()} className="mb-6">
      <ul className="flex flex-wrap gap-2">
        {facets.map((facet) => (
          <li key={facet.href}>
            <Link
              to={facet.href}
              preventScrollReset
              aria-current={facet.chosen ? "page" : undefined}
              className={classes(
                "inline-flex min-h-11 items-center gap-2 rounded-full border px-4 py-1 font-medium text-[0.9375rem] transition-colors sm:min-h-9",
                facet.chosen
                  ? "border-ink bg-ink text-page"
                  : "border-edge bg-surface hover:border-ink hover:bg-sunken",
              )}
            >
              {facet.label}
              <span className={classes("text-sm tabular-nums", !facet.chosen && "text-soft")}>
                {facet.count}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
