import { href, redirect } from "react-router";
import { searchParams } from "#app/domain/categories/derive/search.ts";
import { browsePath } from "#app/domain/categories/paths.ts";
import { CATEGORIES, categoryOfPlural } from "#app/domain/categories/registry.ts";
import { browseQuery } from "#app/features/browse/addresses.server.ts";
import { browseEverywhere } from "#app/features/browse/browse-search.server.ts";
import {
  filterlessHref,
  presentChips,
  presentFilters,
  searchHref,
  sortChoices,
  writtenLimits,
} from "#app/features/browse/browse-view.server.ts";
import {
  presentAbsent,
  presentCategories,
  presentCorrection,
  presentDropped,
  presentInterpretation,
  presentTypes,
} from "#app/features/browse/present.server.ts";
import { relaxEverywhere } from "#app/features/browse/relaxed-everywhere.server.ts";
import { Correction } from "#app/features/browse/ui/correction.tsx";
import { FilterChips } from "#app/features/browse/ui/filter-chips.tsx";
import { FilterPanel } from "#app/features/browse/ui/filter-panel.tsx";
import { MoreResults } from "#app/features/browse/ui/more-results.tsx";
import { NothingFound } from "#app/features/browse/ui/nothing-everywhere.tsx";
import { Results, useResults } from "#app/features/browse/ui/results.tsx";
import { ResultsHead, SearchBar } from "#app/features/browse/ui/search-and-sort.tsx";
import { TypeTabs } from "#app/features/browse/ui/type-tabs.tsx";
import { useMoreCards } from "#app/features/browse/ui/use-more-cards.ts";
import { usePageSize } from "#app/features/browse/ui/use-page-size.ts";
import { FavoriteHeart } from "#app/features/favorites/ui/favorite-heart.tsx";
import { isShared, PAGE_SIZES } from "#app/features/listings/rules.ts";
import type { ListingCard } from "#app/features/listings/view.ts";
import { cardsFor } from "#app/features/reviews/cards.server.ts";
import { presentSaveButton } from "#app/features/saved-searches/save-button.server.ts";
import { SaveSearch } from "#app/features/saved-searches/ui/save-search.tsx";
import { countMiss } from "#app/features/search/dictionary/misses.server.ts";
import { EVERYTHING } from "#app/features/search/find/everything.ts";
import { popularSearches } from "#app/features/search/suggest.server.ts";
import { m } from "#app/paraglide/messages.js";
import { countryOf } from "#app/platform/choices.server.ts";
import { cachePage } from "#app/platform/request-context.server.ts";
import { resultCount } from "#app/ui/count-text.ts";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { listTitle, titled } from "#app/ui/title.ts";
import type { Route } from "./+types/search.route";

const PATH = href("/search");

/** Searches all categories. `?in=` redirects to the same search in one category. */
export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const category = categoryOfPlural(params.get("in") ?? "");
  if (category) {
    params.delete("in");
    throw redirect(`${browsePath(category)}${params.size > 0 ? `?${params}` : ""}`);
  }
  const { viewer, exact, place, search, context, results } = await browseEverywhere(request, params);
  const limits = writtenLimits(EVERYTHING, params);
  const isEmpty = results.total === 0;
  const [{ cards, favorites }, alternatives, popular, save] = await Promise.all([
    cardsFor(viewer, results.rows),
    isEmpty ? relaxEverywhere(search, exact, context) : [],
    isEmpty ? popularSearches() : [],
    presentSaveButton(viewer, { definition: EVERYTHING, path: PATH }, search, exact),
  ]);
  if (search.page === 1) void countMiss({ definition: EVERYTHING, search, context, found: results });
  if (!viewer && isShared(context)) cachePage([...CATEGORIES.map(({ type }) => type), "reviews"]);
  return {
    q: search.q,
    text: results.interpretation.text,
    // Only the page without a search is indexed: typed texts make endless URLs, and listings have their own pages.
    canonicalPath: searchHref(PATH, search) === PATH ? PATH : null,
    correction: isEmpty ? null : presentCorrection(results.interpretation, search, PATH),
    types: presentTypes(results.types, search, null),
    sort: search.sort,
    sorts: sortChoices(search),
    filters: presentFilters(EVERYTHING, search, [], await countryOf(request), { place, limits }),
    chips: presentChips(EVERYTHING, place.centre ? search : { ...search, place: null }, PATH, {
      town: place.centre?.town,
      words: presentInterpretation(results.interpretation, search, PATH),
    }),
    dropped: isEmpty ? null : presentDropped(results.interpretation),
    absent: presentAbsent(results.interpretation),
    filterless: filterlessHref(EVERYTHING, search, PATH),
    cards,
    favorites,
    save,
    signedIn: viewer !== null,
    total: results.total,
    capped: results.capped,
    page: results.page,
    pages: Math.max(1, Math.ceil(results.total / context.pageSize)),
    pageSize: context.pageSize,
    shown: Math.max(1, Math.ceil(results.rows.length / context.pageSize)),
    query: `${searchParams({ ...search, page: 1 })}${exact ? "&exact=1" : ""}`,
    placeNotice: place.notice,
    limitNotice: [...limits.values()][0]?.notice ?? null,
    alternatives,
    popular,
    categories: isEmpty ? presentCategories() : [],
  };
}

loader.query = [...browseQuery(PATH), "in"];

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.q ? m.search_title_words({ words: loaderData.q }) : m.search_title();
  return titled(listTitle([title], loaderData?.page), m.seo_search());
}

// Loaded when the search field first gets the focus on a small screen.
const BarSuggestions = lazyLoad(
  async () => (await import("#app/features/search/ui/suggestions.tsx")).BarSuggestions,
);

export default function SearchPage({ loaderData: page }: Route.ComponentProps) {
  usePageSize(page.pageSize);
  const results = useResults({ ...page, path: PATH });
  const more = useMoreCards(PATH, page);
  const count = resultCount(page.total, page.capped);
  const corner = (card: ListingCard, favorite: boolean) => (
    <FavoriteHeart listing={card} favorite={favorite} signedIn={page.signedIn} />
  );
  return (
    <div className="wrap pb-16 lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr] lg:gap-x-10">
      <div className="min-w-0 lg:col-span-2 lg:row-start-1">
        <ResultsHead
          title={
            page.q === ""
              ? m.search_title_everything()
              : m.search_title_words({ words: page.correction?.text ?? page.q })
          }
          count={count}
          sort={page.sort}
          sorts={page.sorts}
          save={<SaveSearch save={page.save} signedIn={page.signedIn} />}
        />
        <Correction correction={page.correction} dropped={page.dropped} />
        {page.total > 0 && <TypeTabs types={page.types} />}
      </div>
      <FilterPanel
        filters={page.filters}
        path={PATH}
        total={page.total}
        capped={page.capped}
        clearTo={page.filterless}
        compact={page.pageSize === PAGE_SIZES.compact}
      />
      <SearchBar
        q={page.q}
        label={m.shell_search_label()}
        filters={page.filters}
        suggestions={(input, onChange) => <BarSuggestions input={input} onChange={onChange} within={null} />}
      />
      <div className="grid min-w-0 content-start gap-5 lg:col-start-2 lg:row-start-3">
        <FilterChips chips={page.chips} clearTo={PATH} />
        {page.placeNotice && <p role="alert">{page.placeNotice}</p>}
        {page.limitNotice && <p role="alert">{page.limitNotice}</p>}
        <Results
          state={results}
          more={more}
          pageSize={page.pageSize}
          corner={corner}
          empty={<NothingFound {...page} />}
        />
        <div className="grid gap-5 pt-3 empty:hidden">
          <MoreResults page={page} more={more} slow={results.slow} hrefOf={results.hrefOf} />
        </div>
      </div>
    </div>
  );
}
