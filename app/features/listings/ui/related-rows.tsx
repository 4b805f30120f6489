import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { href, Link, useHref, useLocation } from "react-router";
import { sellerPath } from "#app/domain/username.ts";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { call } from "#app/ui/call.ts";
import { whenNear } from "#app/ui/lazy-load.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useStateResetBy } from "#app/ui/use-synced-state.ts";
import type { ListingCard, ListingDetail, RelatedView } from "../view.ts";
import { CardRowSkeleton } from "./card-row.tsx";
import { CardRows } from "./card-rows.tsx";

/** The parameter of a listing's page with which the server renders the rows too, for visitors and robots without scripts. */
export const RELATED = "related";

/** The rows are loaded when they are one and a half screens below the screen (`rootMargin`). */
const SOON = "0px 0px 150% 0px";

interface DetailPage {
  readonly listing: Pick<ListingDetail, "type" | "id" | "path" | "seller">;
  readonly viewer: { readonly id: string } | null;
  /** Null when the server did not render them. */
  readonly related: RelatedView | null;
  /** How many rows are expected, for which the page leaves room. */
  readonly relatedRows: number;
}

interface RelatedRowsProps {
  /** The data of the page: new ones load the rows again. */
  readonly page: DetailPage;
  readonly corner: (card: ListingCard, favorite: boolean) => ReactNode;
}

/** The cards below a listing. */
export function RelatedRows({ page, corner }: RelatedRowsProps) {
  const hydrated = useHydrated();
  const { place, related, failed, retry } = useRelated(page);
  const { username } = page.listing.seller;
  return (
    <div ref={place} id={RELATED}>
      {related ? (
        <CardRows
          className="wrap pb-14"
          corner={(card) => corner(card, related.favorites.includes(card.id))}
          rows={[
            { id: "twins", title: m.model_twins(), cards: related.twins },
            { id: "close", title: m.model_closest(), cards: related.close },
            {
              id: "sellers",
              title: m.listing_more_from({ seller: username }),
              cards: related.sellers,
              action: (
                <Link to={sellerPath(username)} className="shrink-0 font-semibold hover:underline">
                  {m.listing_see_all()}
                </Link>
              ),
            },
            { id: "similar", title: m.listing_similar(), cards: related.similar },
          ]}
        />
      ) : failed ? (
        <div className="wrap grid justify-items-center gap-4 pb-14 text-center">
          <p role="alert">{m.browse_list_failed()}</p>
          <Button onClick={retry}>{m.error_try_again()}</Button>
        </div>
      ) : (
        <>
          {!hydrated && (
            // Only visitors without scripts come near it.
            <p className="wrap pb-14">
              <Link to={`${page.listing.path}?${RELATED}#${RELATED}`} className="text-link underline">
                {m.listing_similar()}
              </Link>
            </p>
          )}
          {Array.from({ length: page.relatedRows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
            <CardRowSkeleton key={row} drawn={hydrated} className="wrap pb-14 noscript:hidden" />
          ))}
        </>
      )}
    </div>
  );
}

/** The rows of history entries: the way back finds the page as long as it was. */
const kept = new Map<string, RelatedView>();
const MAX_KEPT = 20;

function keep(entry: string, related: RelatedView): void {
  kept.delete(entry);
  kept.set(entry, related);
  const [oldest = ""] = kept.keys();
  if (kept.size > MAX_KEPT) kept.delete(oldest);
}

interface Related {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly related: RelatedView | null;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Loads the rows when they come near, and again for new data of the page. Rows that cannot be read again stay. */
function useRelated(page: DetailPage): Related {
  const { type, id } = page.listing;
  const base = useHref(href("/listings/related"));
  const { key } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const address = `${base}?${new URLSearchParams({ type, id })}`;
  const reader = `${address} ${page.viewer?.id ?? ""}`;
  const entry = `${key} ${reader}`;
  const [{ related, answeredFor }, change] = useStateResetBy(
    reader,
    (): { related: RelatedView | null; answeredFor: DetailPage | null } => ({
      related: kept.get(entry) ?? null,
      answeredFor: null,
    }),
  );
  useEffect(() => {
    if (related) keep(entry, related);
  }, [entry, related]);
  useEffect(() => {
    if (page.related || answeredFor === page || !place.current) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const load = () => {
      endWatch();
      call<RelatedView>(address, undefined, { signal }).then(
        (loaded) => change(() => ({ related: loaded, answeredFor: page })),
        () => {
          if (!signal.aborted) change((before) => ({ ...before, answeredFor: page }));
        },
      );
    };
    const endWatch = whenNear(place.current, load, { rootMargin: SOON });
    return () => {
      endWatch();
      leaving.abort();
    };
  }, [address, answeredFor, page, change]);
  return {
    place,
    related: page.related ?? related,
    failed: related === null && answeredFor === page,
    retry: () => change((before) => ({ ...before, answeredFor: null })),
  };
}
