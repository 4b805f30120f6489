import { sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { narrowedBy, parseSearch } from "#app/domain/categories/derive/search.ts";
import { optionsOf } from "#app/domain/categories/fields/registry.ts";
import { filterTraits } from "#app/domain/categories/filters/registry.ts";
import { browserKey, PREFERENCES, type Preference } from "#app/domain/categories/sizes.ts";
import type { Search } from "#app/domain/search.ts";
import { sellsAnything } from "#app/features/listings/queries.server.ts";
import { pagingOf } from "#app/features/listings/rules.ts";
import type { Preselection } from "#app/features/listings/view.ts";
import type { SearchContext } from "#app/features/search/find/conditions.server.ts";
import { EVERYTHING, parseEverything } from "#app/features/search/find/everything.ts";
import { searchListings } from "#app/features/search/search.server.ts";
import { choicesOf } from "#app/platform/choices.server.ts";
import { clientAddress, secondsToWaitInMemory } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type Visit, viewerOf, visitOf } from "#app/platform/session.server.ts";
import { visitPart } from "#app/platform/visit-part.server.ts";
import { type BrowseAddress, entryFilter, PRESELECTED, withinEntry } from "./addresses.server.ts";
import { type WrittenPlace, writtenPlace } from "./written-place.server.ts";

export interface BrowseSearch extends BrowseAddress {
  readonly visit: Visit | null;
  /** The search of the URL. */
  readonly requested: Search;
  /**
   * `requested` with the page's own filters and the visitor's saved preferences. If only the region of the postal code
   * is known, a smaller distance is raised to REGION_KM.
   */
  readonly search: Search;
  /** Whether another value is chosen for the filter that the page's menu entry stands for. */
  readonly leavesEntry: boolean;
  readonly place: WrittenPlace;
  readonly context: SearchContext;
  /** Whether the words are searched for as typed, without correction. */
  readonly exact: boolean;
  /** The field whose chosen values are the visitor's saved preference. */
  readonly yours: string | null;
  /**
   * What the browser may preselect from its own storage. Null when the server has a saved preference, or when nothing
   * may be preselected.
   */
  readonly preselection: Preselection | null;
}

/** What the viewer saved, with null where nothing was saved yet; read together with the session. */
const savedPreferences = visitPart(
  "sizes",
  sql<Readonly<Record<Preference, readonly string[] | null>>>`json_build_object(${sql.join(
    PREFERENCES.map(
      (preference) => sql`${sql.lit(preference)}, ${sql.ref(`user_preferences.${preference}`)}`,
    ),
  )})`,
);

function preselect(
  definition: CategoryDefinition,
  requested: Search,
  params: URLSearchParams,
  visit: Visit | null,
): Pick<BrowseSearch, "yours" | "preselection"> & { readonly choices: Search["choices"] } {
  const { choices } = requested;
  const { field, preselected } =
    definition.filters.map(filterTraits).find((filter) => filter.preselected !== undefined) ?? {};
  if (field === undefined || preselected === undefined) return { choices, yours: null, preselection: null };
  const chosen = choices[field];
  if (chosen) {
    const isYours = chosen.length > 0 && params.get(PRESELECTED) === field;
    return { choices, yours: isYours ? field : null, preselection: null };
  }
  const offered = optionsOf(definition.fields[field]).map(({ value }) => value);
  const saved = (visit && savedPreferences(visit)[preselected]) ?? [];
  const values = offered.filter((value) => saved.includes(value));
  if (values.length > 0)
    return { choices: { ...choices, [field]: values }, yours: field, preselection: null };
  const key = browserKey(preselected);
  return { choices, yours: null, preselection: { field, key, values: offered } };
}

export async function readBrowseSearch(
  request: Request,
  address: BrowseAddress,
  params: URLSearchParams,
): Promise<BrowseSearch> {
  const { definition, isNew, subcategory } = address;
  const visit = await visitOf(request);
  const entry = entryFilter(address);
  const written = parseSearch(definition, params);
  const within = entry && withinEntry(entry, written);
  const requested = within ?? written;
  const isWithin = entry !== null && (within !== null || !params.has(entry.field));
  const { choices, ...preselected } = preselect(definition, requested, params, visit);
  const withDefaults: Search = {
    ...narrowedBy({ ...requested, choices }, isWithin ? entry.chosen : {}),
    date: isNew && requested.date === "all" ? "week" : requested.date,
  };
  const place = await writtenPlace(withDefaults, params);
  return {
    ...address,
    ...preselected,
    leavesEntry: entry !== null && !isWithin,
    visit,
    requested,
    search: place.search,
    place,
    exact: params.get("exact") === "1",
    context: {
      meaning: entry ? null : (subcategory?.means ?? null),
      centre: place.centre,
      visitorCountry: (await choicesOf(request)).country,
      // A visitor who sells nothing has no own listings to leave out.
      viewerId: visit && sellsAnything(visit) ? visit.viewer.id : null,
      ...pagingOf(request.headers, params, definition.paging),
      now: new Date(),
    },
  };
}

/** Serves the results page of all categories, and the requests for further cards of that page. */
export async function browseEverywhere(request: Request, params: URLSearchParams) {
  const viewer = await viewerOf(request);
  const requested = parseEverything(params);
  const paging = pagingOf(request.headers, params);
  if (!viewer) await limitSearch(request, requested, paging.pagesShown);
  const exact = params.get("exact") === "1";
  const place = await writtenPlace(requested, params);
  const context: SearchContext = {
    meaning: null,
    centre: place.centre,
    visitorCountry: (await choicesOf(request)).country,
    viewerId: null,
    ...paging,
    now: new Date(),
  };
  const results = await searchListings(EVERYTHING, place.search, context, exact);
  return { viewer, exact, place, search: place.search, context, results };
}

/**
 * For signed-out visitors. A request with words, or sorted by distance, counts as a search; others cost less and have a
 * higher limit. Cached pages are not counted.
 * @param pages how many pages of results the request asks for at once; each counts
 * @throws Refused "search_too_many"
 */
export async function limitSearch(
  request: Request,
  { q, sort }: Pick<Search, "q" | "sort">,
  pages = 1,
): Promise<void> {
  const what = q === "" && sort !== "nearest" ? "browse_client" : "search_client";
  const seconds = await secondsToWaitInMemory(what, clientAddress(request), pages);
  if (seconds !== null) throw new Refused("search_too_many", { seconds });
}
