import type { RelaxedSearchView } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";

interface NothingFoundProps {
  readonly title: string;
  /** Searches without one of the filters; each finds something. */
  readonly ways: readonly RelaxedSearchView[];
  /** Null when the search has no filter. */
  readonly all: string | null;
  /** "Rackets" */
  readonly category: string;
}

export function NothingFound({ title, ways, all, category }: NothingFoundProps) {
  return (
    <EmptyState
      title={title}
      hint={m.browse_empty_hint()}
      action={
        (ways.length > 0 || all) && (
          <>
            {ways.length > 0 && (
              <ul aria-label={m.browse_without_title()} className="flex flex-wrap justify-center gap-3">
                {ways.map((way) => (
                  <li key={way.href}>
                    <LinkButton to={way.href}>{way.label}</LinkButton>
                  </li>
                ))}
              </ul>
            )}
            {all && (
              <LinkButton to={all} variant={ways.length > 0 ? "ghost" : "secondary"}>
                {m.listing_browse_all({ category })}
              </LinkButton>
            )}
          </>
        )
      }
    />
  );
}
