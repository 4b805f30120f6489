import { href, Link, redirect } from "react-router";
import { searchParams } from "#app/domain/categories/derive/search.ts";
import { browsePath, modelsPath } from "#app/domain/categories/paths.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { browseAddress, browseQuery, entryFilter } from "#app/features/browse/addresses.server.ts";
import { browseMeta } from "#app/features/browse/browse-meta.server.ts";
import { limitSearch, readBrowseSearch } from "#app/features/browse/browse-search.server.ts";
import {
  clearedHref,
  filterlessHref,
  presentChips,
  presentFacetCounts,
  presentFilters,
  searchHref,
  sortChoices,
  writtenLimits,
} from "#app/features/browse/browse-view.server.ts";
import { canonicalSearch } from "#app/features/browse/canonical.ts";
import {
  presentCorrection,
  presentDropped,
  presentInterpretation,
  presentTypes,
} from "#app/features/browse/present.server.ts";
import { relaxedSearches } from "#app/features/browse/relaxed-searches.server.ts";
import { Correction } from "#app/features/browse/ui/correction.tsx";
import { FilterChips } from "#app/features/browse/ui/filter-chips.tsx";
import { FilterPanel } from "#app/features/browse/ui/filter-panel.tsx";
import { MoreResults } from "#app/features/browse/ui/more-results.tsx";
import { NothingFound } from "#app/features/browse/ui/nothing-found.tsx";
import { Results, useResults } from "#app/features/browse/ui/results.tsx";
import { ResultsHead, SearchBar } from "#app/features/browse/ui/search-and-sort.tsx";
import { TypeTabs } from "#app/features/browse/ui/type-tabs.tsx";
import { useCounts } from "#app/features/browse/ui/use-counts.ts";
import { useMoreCards } from "#app/features/browse/ui/use-more-cards.ts";
import { usePageSize } from "#app/features/browse/ui/use-page-size.ts";
import { usePreselection } from "#app/features/browse/ui/use-preselection.ts";
import { FavoriteHeart } from "#app/features/favorites/ui/favorite-heart.tsx";
import { browsePageMeta } from "#app/features/listings/page-meta.server.ts";
import { isShared, PAGE_SIZES } from "#app/features/listings/rules.ts";
import { sentence, subcategoryLabel } from "#app/features/listings/texts.server.ts";
import type { ListingCard } from "#app/features/listings/view.ts";
import { cardsFor } from "#app/features/reviews/cards.server.ts";
import { presentSaveButton } from "#app/features/saved-searches/save-button.server.ts";
import { SaveSearch } from "#app/features/saved-searches/ui/save-search.tsx";
import { countMiss } from "#app/features/search/dictionary/misses.server.ts";
import { brandsInStock, facetCounts } from "#app/features/search/facets/facets.server.ts";
import { countByType } from "#app/features/search/find/counts.server.ts";
import { commonPart } from "#app/features/search/find/everything.ts";
import { searchListings } from "#app/features/search/search.server.ts";
import { m } from "#app/paraglide/messages.js";
import { countryOf } from "#app/platform/choices.server.ts";
import { queryCache } from "#app/platform/query-cache.server.ts";
import { cachePage, setPageMeta } from "#app/platform/request-context.server.ts";
import { resultCount } from "#app/ui/count-text.ts";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/browse.route";

/** A category's browse page. All that the visitor chose on it is in the URL. */
export async function loader({ request }: Route.LoaderArgs) {
  const address = browseAddress(request);
  const { definition, path, isNew, subcategory } = address;
  const params = new URL(request.url).searchParams;
  const browsed = await readBrowseSearch(request, address, params);
  const { requested, search, place, context, visit } = browsed;
  const limits = writtenLimits(definition, params);
  const whole = browsePath(definition);
  // The page "new" redirects to the category's main page when another date filter is chosen.
  if (isNew && params.has("dateFilter") && requested.date !== "week")
    throw redirect(searchHref(whole, requested));
  if (browsed.leavesEntry) throw redirect(searchHref(whole, requested));
  const entry = entryFilter(address);
  const viewer = visit?.viewer ?? null;
  if (!viewer) await limitSearch(request, search, context.pagesShown);
  const [results, stocked, save] = await Promise.all([
    searchListings(definition, search, context, browsed.exact),
    queryCache.get("brands", definition.type, brandsInStock),
    presentSaveButton(viewer, address, search, browsed.exact),
  ]);
  const { interpretation } = results;
  const [counts, ways, { cards, favorites }, types] = await Promise.all([
    // A signed-in viewer's page loads the counts afterwards.
    viewer ? null : facetCounts(definition, results.search, results.context),
    results.total === 0 ? relaxedSearches(address, search, context, interpretation) : [],
    cardsFor(viewer, results.rows),
    search.q === "" ? [] : countByType({ search: commonPart(results.search), context: results.context }),
  ]);
  if (search.page === 1) void countMiss({ definition, search, context, found: results });
  if (!viewer && isShared(context))
    cachePage([...(search.q === "" ? [definition.type] : CATEGORIES.map(({ type }) => type)), "reviews"]);
  const title = subcategory
    ? sentence(definition, "title_subcategory", { subcategory: subcategoryLabel(definition, subcategory) })
    : sentence(definition, isNew ? "title_new" : "title");
  const canonical = canonicalSearch(requested, address, results);
  const foundPage = browseMeta(address, title, requested, results);
  const canonicalPath = canonical && searchHref(path, canonical);
  if (canonicalPath !== null) {
    const before = (results.page - 1) * context.pageSize;
    setPageMeta(() =>
      browsePageMeta(definition, {
        title: foundPage.title,
        path: canonicalPath,
        cards,
        total: results.total,
        before,
      }),
    );
  }
  return {
    title,
    found: foundPage,
    category: sentence(definition, "plural"),
    empty: sentence(definition, "empty"),
    path,
    canonicalPath,
    q: search.q,
    within: definition.plural,
    correction: results.total > 0 ? presentCorrection(interpretation, search, path) : null,
    types: presentTypes(types, search, definition.type),
    sort: search.sort,
    sorts: sortChoices(search),
    filters: presentFilters(definition, search, stocked, await countryOf(request), {
      place,
      limits,
      entry: entry?.field ?? null,
    }),
    chips: presentChips(definition, place.centre ? search : { ...search, place: null }, path, {
      town: place.centre?.town,
      yours: browsed.yours,
      undated: isNew ? whole : path,
      words: presentInterpretation(interpretation, search, path),
    }),
    dropped: results.total > 0 ? presentDropped(interpretation) : null,
    cleared: clearedHref(definition, search, entry ? whole : path),
    filterless: filterlessHref(definition, search, entry ? whole : path),
    counts: counts && presentFacetCounts(counts),
    ways,
    preselection: browsed.preselection,
    isNew,
    cards,
    favorites,
    save,
    signedIn: viewer !== null,
    total: results.total,
    capped: results.capped,
    own: results.own,
    hidden: hiddenText(results.own),
    models: definition.models
      ? { label: sentence(definition, "models_title"), href: modelsPath(definition) }
      : null,
    page: results.page,
    pages: Math.max(1, Math.ceil(results.total / context.pageSize)),
    pageSize: context.pageSize,
    shown: Math.max(1, Math.ceil(results.rows.length / context.pageSize)),
    isList: definition.paging === "list",
    // The query includes `exact`, because it changes how the words are interpreted.
    query: `${searchParams({ ...requested, page: 1 })}${browsed.exact ? "&exact=1" : ""}`,
    placeNotice: place.notice,
    limitNotice: [...limits.values()][0]?.notice ?? null,
  };
}

loader.query = browseQuery;

function hiddenText(count: number) {
  if (count === 0) return null;
  const text = count === 1 ? m.browse_own_hidden_one() : m.browse_own_hidden({ count });
  return { text, link: m.browse_own_link() };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData?.found.title, loaderData?.found.description);
}

// Loaded when the search field first gets the focus on a small screen.
const BarSuggestions = lazyLoad(
  async () => (await import("#app/features/search/ui/suggestions.tsx")).BarSuggestions,
);

export default function BrowsePage({ loaderData: page }: Route.ComponentProps) {
  usePageSize(page.isList ? null : page.pageSize);
  usePreselection(page.preselection);
  const counts = useCounts(page.path, page.query, page.counts);
  const results = useResults(page);
  const more = useMoreCards(page.path, page);

  const corner = (card: ListingCard, favorite: boolean) => (
    <FavoriteHeart listing={card} favorite={favorite} signedIn={page.signedIn} />
  );
  const count = resultCount(page.total, page.capped);

  return (
    <div className="wrap pb-16 lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr] lg:gap-x-10">
      <div className="min-w-0 lg:col-span-2 lg:row-start-1">
        <ResultsHead
          title={page.title}
          count={count}
          sort={page.sort}
          sorts={page.sorts}
          save={<SaveSearch save={page.save} signedIn={page.signedIn} />}
        />
        <Correction correction={page.correction} dropped={page.dropped} />
        {page.q !== "" && <TypeTabs types={page.types} />}
      </div>
      <FilterPanel
        filters={page.filters}
        counts={counts}
        path={page.path}
        dated={page.isNew}
        total={page.total}
        capped={page.capped}
        clearTo={page.filterless}
        compact={page.pageSize === PAGE_SIZES.compact}
      />
      <SearchBar
        q={page.q}
        label={m.browse_search({ category: page.category })}
        filters={page.filters}
        onDesktop
        suggestions={(input, onChange) => (
          <BarSuggestions input={input} onChange={onChange} within={page.within} />
        )}
      />
      <div className="grid min-w-0 content-start gap-3 lg:col-start-2 lg:row-start-3 lg:gap-5">
        <FilterChips chips={page.chips} clearTo={page.cleared} />
        {page.placeNotice && <p role="alert">{page.placeNotice}</p>}
        {page.limitNotice && <p role="alert">{page.limitNotice}</p>}
        <Results
          state={results}
          more={more}
          pageSize={page.pageSize}
          corner={corner}
          empty={
            <NothingFound
              title={page.empty}
              ways={page.ways}
              all={page.chips.length > 0 ? page.cleared : null}
              category={page.category}
            />
          }
        />
        <div className="grid gap-5 pt-3 empty:hidden">
          <MoreResults
            page={page}
            more={more}
            isList={page.isList}
            slow={results.slow}
            hrefOf={results.hrefOf}
          />
          {page.hidden && (
            <p className="text-soft">
              {page.hidden.text}{" "}
              <Link to={href("/my-listings")} className="underline">
                {page.hidden.link}
              </Link>
            </p>
          )}
          {page.models && (
            <p>
              <Link to={page.models.href} className="underline">
                {page.models.label}
              </Link>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
