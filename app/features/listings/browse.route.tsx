import { Link, useNavigation, useSearchParams } from "react-router";
import { parseSearch, searchParams } from "#app/domain/categories/derive/search.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { chosenCountry } from "#app/domain/place.ts";
import { favoritesAmong } from "#app/features/favorites/queries.server.ts";
import { FavoriteHeart } from "#app/features/favorites/ui/favorite-heart.tsx";
import { limitSearch } from "#app/features/search/limit.server.ts";
import { presentCorrection, presentTypes } from "#app/features/search/present.server.ts";
import { countEverywhere } from "#app/features/search/queries.server.ts";
import { Correction } from "#app/features/search/ui/correction.tsx";
import { TypeTabs } from "#app/features/search/ui/type-tabs.tsx";
import { withWords } from "#app/features/search/understand.server.ts";
import { m } from "#app/paraglide/messages.js";
import { keptFacts } from "#app/platform/kept-facts.server.ts";
import { keepFor } from "#app/platform/request-context.server.ts";
import { visitOf } from "#app/platform/session.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { titled } from "#app/ui/title.ts";
import { useSlow } from "#app/ui/use-slow.ts";
import type { Route } from "./+types/browse.route";
import { browseAddress } from "./addresses.server.ts";
import { presentChips, presentFilters, searchHref, sortChoices } from "./browse-view.server.ts";
import { presentCards } from "./present.server.ts";
import { pageSizeOf } from "./rules.ts";
import { brandsInStock, searchListings } from "./search.server.ts";
import { sentence, subcategoryLabel } from "./texts.server.ts";
import { CardGrid, CardGridSkeleton } from "./ui/card-grid.tsx";
import { FilterChips } from "./ui/filter-chips.tsx";
import { FilterPanel, RESULTS } from "./ui/filter-panel.tsx";
import { resultCount } from "./ui/result-count.ts";
import { SearchAndSort } from "./ui/search-and-sort.tsx";
import { usePageSize } from "./ui/use-page-size.ts";
import { useTurnedPage } from "./ui/use-turned-page.ts";
import { writtenPlace } from "./written-place.server.ts";

/** A category's browse page (marketplace spec §2 Browse pages). All of its state is the address. */
export async function loader({ request }: Route.LoaderArgs) {
  const { definition, path, isNew, subcategory } = browseAddress(request);
  const visit = await visitOf(request);
  const viewer = visit?.viewer ?? null;
  const params = new URL(request.url).searchParams;
  const asked = parseSearch(definition, params);
  const search = isNew && asked.date === "all" ? { ...asked, date: "week" as const } : asked;
  const pageSize = pageSizeOf(params.get("size"), request.headers);
  const exact = params.get("exact") === "1";
  const place = await writtenPlace(search, params);
  if (!viewer && search.q !== "") await limitSearch(request);
  const context = { centre: place.centre, pageSize, now: new Date() };
  const [{ found, understood }, stocked] = await Promise.all([
    withWords(search.q, exact, ({ wanted }) =>
      searchListings(definition, search, {
        ...context,
        meaning: subcategory?.means ?? null,
        // Who sells nothing has nothing that could be left out.
        viewerId: visit?.sells ? visit.viewer.id : null,
        wanted,
      }),
    ),
    keptFacts.of("brands", definition.type, brandsInStock),
  ]);
  const favorites = viewer ? await favoritesAmong(viewer.id, found.rows) : [];
  // Words are looked for in the other categories too: they say how much there is.
  const types =
    search.q === "" ? [] : await countEverywhere(search, { ...context, wanted: understood.wanted });
  if (!viewer) keepFor(search.q === "" ? [definition.type] : CATEGORIES.map(({ type }) => type));
  return {
    title: subcategory
      ? sentence(definition, "title_subcategory", { subcategory: subcategoryLabel(definition, subcategory) })
      : sentence(definition, isNew ? "title_new" : "title"),
    category: sentence(definition, "plural"),
    empty: sentence(definition, "empty"),
    path,
    canonicalPath: searchHref(path, asked),
    q: search.q,
    correction: found.total > 0 ? presentCorrection(understood, search, path) : null,
    types: presentTypes(types, search, definition.type),
    sort: search.sort,
    sorts: sortChoices(search),
    filters: presentFilters(definition, search, stocked, chosenCountry(request.headers.get("cookie")), place),
    chips: presentChips(definition, place.notice ? { ...search, place: null } : search, path),
    cards: presentCards(found.rows, viewer),
    favorites,
    signedIn: viewer !== null,
    total: found.total,
    capped: found.capped,
    own: found.own,
    page: found.page,
    pages: definition.paging === "pages" ? Math.max(1, Math.ceil(found.total / pageSize)) : 1,
    pageSize,
    query: `${searchParams(asked)}${exact ? "&exact=1" : ""}`,
    placeNotice: place.notice,
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData?.title);
}

export default function BrowsePage({ loaderData: page }: Route.ComponentProps) {
  usePageSize(page.pageSize);
  const navigation = useNavigation();
  const results = useTurnedPage(page.page);
  const loading = navigation.state === "loading" && navigation.location.pathname.endsWith(page.path);
  const slow = useSlow(loading);
  const [params] = useSearchParams();
  const size = params.get("size");

  function hrefOf(number: number): string {
    const query = new URLSearchParams(page.query);
    if (number === 1) query.delete("page");
    else query.set("page", String(number));
    if (size) query.set("size", size);
    return `${page.path}?${query}`;
  }

  return (
    <div className="wrap pb-16">
      <PageTitle
        title={page.title}
        lead={<span role="status">{resultCount(page.total, page.capped)}</span>}
      />
      <Correction correction={page.correction} />
      {page.q !== "" && <TypeTabs types={page.types} />}
      <div className="grid gap-x-10 gap-y-5 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <FilterPanel filters={page.filters} path={page.path} total={resultCount(page.total, page.capped)} />
        <div className="grid min-w-0 content-start gap-5">
          <SearchAndSort q={page.q} sort={page.sort} sorts={page.sorts} category={page.category} />
          <FilterChips chips={page.chips} clearTo={page.path} />
          {page.placeNotice && <p role="alert">{page.placeNotice}</p>}
          {page.own > 0 && (
            <p className="text-soft">
              {page.own === 1 ? m.browse_own_hidden_one() : m.browse_own_hidden({ count: page.own })}{" "}
              <Link to="/my-listings" className="underline">
                {m.browse_own_link()}
              </Link>
            </p>
          )}
          <div
            ref={results}
            id={RESULTS}
            tabIndex={-1}
            aria-busy={loading}
            className="scroll-mt-4 outline-none"
          >
            {slow ? (
              <CardGridSkeleton count={page.pageSize} />
            ) : page.cards.length === 0 ? (
              <EmptyState
                title={page.empty}
                hint={m.browse_empty_hint()}
                action={
                  page.chips.length > 0 && (
                    <LinkButton to={page.path}>
                      {m.listing_browse_all({ category: page.category })}
                    </LinkButton>
                  )
                }
              />
            ) : (
              <CardGrid
                cards={page.cards}
                corner={(card) => (
                  <FavoriteHeart
                    listing={card}
                    favorite={page.favorites.includes(card.id)}
                    signedIn={page.signedIn}
                  />
                )}
              />
            )}
          </div>
          <Pagination page={page.page} pages={page.pages} hrefOf={hrefOf} />
        </div>
      </div>
    </div>
  );
}
