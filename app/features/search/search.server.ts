import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Search } from "#app/domain/search.ts";
import { searchByWords } from "./dictionary/interpret.server.ts";
import { applyInterpretation, type Interpretation, interpretedContext } from "./dictionary/interpretation.ts";
import { searchCategory } from "./find/category.server.ts";
import type { FoundPage, SearchContext } from "./find/conditions.server.ts";
import { EVERYTHING } from "./find/everything.ts";
import { searchEverywhere } from "./find/everywhere.server.ts";

export interface Found extends FoundPage {
  readonly interpretation: Interpretation;
  readonly search: Search;
}

const NO_WORDS: Interpretation = {
  wordConditions: [],
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
 * All searches go through this function, of a category or of all (`EVERYTHING`), except those of suggestions
 * (first-matches.server.ts). It interprets the words and, unless `exact`, corrects them. facets.server.ts,
 * counts.server.ts and `countEverywhere` only count.
 */
export async function searchListings(
  definition: CategoryDefinition,
  search: Search,
  context: Omit<SearchContext, "wordConditions" | "types" | "sellerId">,
  exact = false,
): Promise<Found> {
  const find = (interpretation: Interpretation) => {
    const interpretedSearch = applyInterpretation(search, interpretation);
    const searchContext = interpretedContext(context, interpretation);
    return definition.type === EVERYTHING.type
      ? searchEverywhere(interpretedSearch, searchContext)
      : searchCategory(definition, interpretedSearch, searchContext);
  };
  if (search.q === "") return { ...(await find(NO_WORDS)), interpretation: NO_WORDS, search };
  const { found, interpretation } = await searchByWords(search.q, exact, find);
  return { ...found, interpretation, search: applyInterpretation(search, interpretation) };
}
