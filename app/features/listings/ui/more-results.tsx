import type { ReactNode } from "react";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { PAGE_SIZES } from "../rules.ts";
import type { ListingCard } from "../view.ts";
import { LoadMore } from "./load-more.tsx";

/** Lazy-loaded, because only a list that loads while scrolling needs it. */
const MoreCards = lazyLoad(async () => (await import("./more-cards.tsx")).MoreCards);

interface MoreResultsProps {
  readonly path: string;
  readonly page: {
    /** The query without the page. */
    readonly query: string;
    readonly page: number;
    readonly pages: number;
    readonly pageSize: number;
    readonly cards: readonly ListingCard[];
    readonly total: number;
    readonly capped: boolean;
    readonly signedIn: boolean;
  };
  readonly isList?: boolean;
  /** Whether other results are loading and take long. */
  readonly slow: boolean;
  readonly hrefOf: (page: number) => string;
  readonly corner: (card: ListingCard, favorite: boolean) => ReactNode;
}

/**
 * A list, and every page on a phone, loads more results below. Pagination is for a desktop, for visitors without
 * JavaScript, and for robots.
 */
export function MoreResults({ path, page, isList = false, slow, hrefOf, corner }: MoreResultsProps) {
  const hydrated = useHydrated();
  const isCompact = page.pageSize === PAGE_SIZES.compact;
  const key = `${path}?${page.query}`;
  const more = {
    list: {
      path,
      query: page.query,
      first: page.page,
      pages: page.pages,
      size: page.pageSize,
      ids: page.cards.map(({ id }) => id),
      fresh: page,
    },
    signedIn: page.signedIn,
    total: page.total,
    capped: page.capped,
    toBeginning: page.page > 1 ? hrefOf(1) : null,
    corner,
  };
  const pagination = <Pagination page={page.page} pages={page.pages} hrefOf={hrefOf} />;
  return (
    <>
      {isList && hydrated && !slow && page.cards.length > 0 && <MoreCards key={key} {...more} />}
      {!isList && isCompact && page.page < page.pages && (
        <div className="grid noscript:hidden">
          <LoadMore key={`${key} ${page.page}`} {...more} next={hrefOf(page.page + 1)} />
        </div>
      )}
      {isList || isCompact ? <div className="hidden noscript:block">{pagination}</div> : pagination}
    </>
  );
}
