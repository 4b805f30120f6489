import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { CardGrid, CardGridSkeleton } from "#app/features/listings/ui/card-grid.tsx";
import type { ListingCard } from "#app/features/listings/view.ts";
import { useDelayedBusy } from "#app/ui/use-timer.ts";
import { RESULTS_ID } from "./filter-form.ts";
import type { MoreCards } from "./use-more-cards.ts";

interface PageOfResults {
  readonly path: string;
  /** The query without the page. */
  readonly query: string;
  readonly page: number;
}

interface ResultsState {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly loading: boolean;
  /** Whether other results are loading and take long. */
  readonly slow: boolean;
  readonly hrefOf: (page: number) => string;
}

export function useResults({ path, query, page }: PageOfResults): ResultsState {
  const navigation = useNavigation();
  const container = useFocusAfterPageChange(page);
  const loading = navigation.state === "loading" && navigation.location.pathname.endsWith(path);
  const slow = useDelayedBusy(loading);

  function hrefOf(number: number): string {
    const params = new URLSearchParams(query);
    if (number !== 1) params.set("page", String(number));
    return params.size === 0 ? path : `${path}?${params}`;
  }
  return { container, loading, slow, hrefOf };
}

interface ResultsProps {
  readonly state: ResultsState;
  readonly more: MoreCards;
  /** For the skeleton. */
  readonly pageSize: number;
  readonly corner: (card: ListingCard, favorite: boolean) => ReactNode;
  readonly empty: ReactNode;
}

export function Results({
  state: { container, loading, slow },
  more: { cards, isFavorite, rendered },
  pageSize,
  corner,
  empty,
}: ResultsProps) {
  const grid = (
    <CardGrid cards={cards} rendered={rendered} corner={(card) => corner(card, isFavorite(card))} />
  );
  return (
    <div
      ref={container}
      id={RESULTS_ID}
      tabIndex={-1}
      aria-busy={loading}
      className="scroll-mt-18 outline-none lg:scroll-mt-4"
    >
      {slow ? <CardGridSkeleton count={pageSize} /> : cards.length === 0 ? empty : grid}
    </div>
  );
}

/** After a press on a link to another page below the results, moves the focus to the new results. */
function useFocusAfterPageChange(page: number): RefObject<HTMLDivElement | null> {
  const results = useRef<HTMLDivElement>(null);
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    const { activeElement, body } = document;
    const pages = results.current?.nextElementSibling;
    // On the last page, the link that was pressed no longer exists.
    if (activeElement === body || pages?.contains(activeElement))
      results.current?.focus({ preventScroll: true });
  }, [page]);
  return results;
}
