import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Search } from "#app/domain/search.ts";
import { searchCategory } from "./category.server.ts";
import type { FoundPage, SearchContext } from "./conditions.server.ts";
import { EVERYTHING } from "./everything.ts";
import { searchEverywhere } from "./everywhere.server.ts";
import { withWords } from "./understand.server.ts";
import type { Understood, Wanted } from "./words.server.ts";

export interface Found extends FoundPage {
  readonly understood: Understood;
}

const NO_WORDS: Understood = { wanted: [], text: "", corrected: false };

/**
 * Finds a page of listings: of a category, or of all (`EVERYTHING`). It understands the words of the search, and
 * corrects them where they find nothing; with `exact`, no word is changed.
 *
 * Every search of the product goes through here. facets.server.ts and `countEverywhere` only count.
 */
export async function searchListings(
  definition: CategoryDefinition,
  search: Search,
  context: Omit<SearchContext, "wanted">,
  exact = false,
): Promise<Found> {
  const find = (wanted: readonly Wanted[]) =>
    definition.type === EVERYTHING.type
      ? searchEverywhere(search, { ...context, wanted })
      : searchCategory(definition, search, { ...context, wanted });
  if (search.q === "") return { ...(await find([])), understood: NO_WORDS };
  const { found, understood } = await withWords(search.q, exact, ({ wanted }) => find(wanted));
  return { ...found, understood };
}
