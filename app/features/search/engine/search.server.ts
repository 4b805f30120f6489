import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Search } from "#app/domain/search.ts";
import { searchCategory } from "./category.server.ts";
import type { FoundPage, SearchContext } from "./conditions.server.ts";
import { EVERYTHING } from "./everything.ts";
import { searchEverywhere } from "./everywhere.server.ts";
import { withWords } from "./understand.server.ts";
import { contextWith, type Understood, withMeaning } from "./words.server.ts";

export interface Found extends FoundPage {
  readonly understood: Understood;
  /** The search with the price, the date and the distance that its words name. */
  readonly search: Search;
}

const NO_WORDS: Understood = {
  wanted: [],
  parts: [],
  types: null,
  price: null,
  date: null,
  place: null,
  sellerId: null,
  text: "",
  corrected: false,
  dropped: [],
};

/**
 * Finds a page of listings: of a category, or of all (`EVERYTHING`). It understands the words of the search, and
 * corrects them where they find nothing; with `exact`, no word is changed.
 *
 * Every search of the product goes through here. facets.server.ts, counts.server.ts and `countEverywhere` only count.
 */
export async function searchListings(
  definition: CategoryDefinition,
  search: Search,
  context: Omit<SearchContext, "wanted" | "types" | "sellerId">,
  exact = false,
): Promise<Found> {
  const find = (understood: Understood) => {
    const asked = withMeaning(search, understood);
    const meant = contextWith(context, understood);
    return definition.type === EVERYTHING.type
      ? searchEverywhere(asked, meant)
      : searchCategory(definition, asked, meant);
  };
  if (search.q === "") return { ...(await find(NO_WORDS)), understood: NO_WORDS, search };
  const { found, understood } = await withWords(search.q, exact, find);
  return { ...found, understood, search: withMeaning(search, understood) };
}
