import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { browserKey, type Preference } from "#app/domain/categories/sizes.ts";
import type { Search } from "#app/domain/search.ts";
import { db } from "#app/platform/db.server.ts";
import { type Visit, visitOf } from "#app/platform/session.server.ts";
import type { BrowseAddress } from "./addresses.server.ts";
import { LIST_WINDOW, pageSizeOf } from "./rules.ts";
import type { SearchContext } from "./search-conditions.server.ts";
import type { Preselection } from "./view.ts";
import { type WrittenPlace, writtenPlace } from "./written-place.server.ts";

/** What an address below a category asks for, and of whom. */
export interface BrowseSearch extends BrowseAddress {
  readonly visit: Visit | null;
  /** What the address says. */
  readonly asked: Search;
  /** The same with what the page itself stands for, what the visitor keeps, and no finer a distance than can be told. */
  readonly search: Search;
  readonly place: WrittenPlace;
  readonly context: SearchContext;
  /** Nothing is to be understood but what was typed. */
  readonly exact: boolean;
  /** The field whose chosen values are the visitor's own, kept from before. */
  readonly yours: string | null;
  /** What the browser may know that the server does not. */
  readonly preselection: Preselection | null;
}

/** Whose values the browser chose, in an address: the field's name. */
const PRESELECTED = "preselected";

async function preferred(userId: string, preference: Preference): Promise<readonly string[]> {
  const row = await db()
    .selectFrom("user_preferences")
    .select((eb) => eb.ref(preference).as("kept"))
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.kept ?? [];
}

async function preselect(
  definition: CategoryDefinition,
  asked: Search,
  params: URLSearchParams,
  userId: string | undefined,
): Promise<Pick<BrowseSearch, "yours" | "preselection"> & { readonly choices: Search["choices"] }> {
  const { choices } = asked;
  const filter = definition.filters.find((one) => one.by === "choice" && one.preselected !== undefined);
  const field = filter?.by === "choice" ? definition.fields[filter.field] : undefined;
  if (filter?.by !== "choice" || !filter.preselected || !field || !("options" in field))
    return { choices, yours: null, preselection: null };
  const said = choices[filter.field];
  if (said) {
    const isYours = said.length > 0 && params.get(PRESELECTED) === filter.field;
    return { choices, yours: isYours ? filter.field : null, preselection: null };
  }
  const offered = field.options.map(({ value }) => value);
  const kept = userId === undefined ? [] : await preferred(userId, filter.preselected);
  const values = offered.filter((value) => kept.includes(value));
  if (values.length > 0)
    return { choices: { ...choices, [filter.field]: values }, yours: filter.field, preselection: null };
  const key = browserKey(filter.preselected);
  return { choices, yours: null, preselection: { field: filter.field, key, values: offered } };
}

/** Reads what a browse page, or a part of it, is asked for. */
export async function browseSearch(
  request: Request,
  address: BrowseAddress,
  params: URLSearchParams,
): Promise<BrowseSearch> {
  const { definition, isNew, subcategory } = address;
  const visit = await visitOf(request);
  const asked = parseSearch(definition, params);
  const { choices, ...preselected } = await preselect(definition, asked, params, visit?.viewer.id);
  const said: Search = {
    ...asked,
    choices,
    date: isNew && asked.date === "all" ? "week" : asked.date,
  };
  const place = await writtenPlace(said, params);
  return {
    ...address,
    ...preselected,
    visit,
    asked,
    search: place.search,
    place,
    exact: params.get("exact") === "1",
    context: {
      meaning: subcategory?.means ?? null,
      centre: place.centre,
      // Who sells nothing has nothing that could be left out.
      viewerId: visit?.sells ? visit.viewer.id : null,
      pageSize:
        definition.paging === "list" ? LIST_WINDOW : pageSizeOf(params.get("perPage"), request.headers),
      now: new Date(),
    },
  };
}
