import type { CategoryDefinition, Recommended } from "#app/domain/categories/definition.ts";
import { criteriaOf, parseSearch, rangeParams } from "#app/domain/categories/derive/search.ts";
import { browsePath } from "#app/domain/categories/paths.ts";
import type { Range, Search } from "#app/domain/search.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { searchHref } from "#app/features/listings/browse-view.server.ts";
import { criterionLabel } from "#app/features/listings/criterion-text.server.ts";
import { presentCards } from "#app/features/listings/present.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { resultCount } from "#app/features/listings/ui/result-count.ts";
import type { Found } from "#app/features/search/engine/search.server.ts";
import { budgetIn } from "./budget.ts";
import { isBeginner, isForChild } from "./rules.ts";
import type { SuggestionsView } from "./view.ts";

/** How many listings are shown below a reply. */
export const SHOWN = 3;

/** The words of a question that match listings of a category, as the search understands them. */
export interface Named {
  readonly facts: readonly string[];
  readonly words: readonly string[];
}

/** The recommended filters for the person in the question. For a child they are the child's, beginner or not. */
function recommendedFor({ concierge }: CategoryDefinition, question: string): Recommended {
  if (concierge?.child && isForChild(question)) return concierge.child;
  return (isBeginner(question) && concierge?.beginner) || {};
}

/**
 * Searches for a question: first with all of it, then with fewer and fewer criteria. The recommended filters stay in
 * all of them, since an adult's racket is no alternative to a child's.
 */
export function searchesFor(definition: CategoryDefinition, question: string, named: Named): Search[] {
  const { budget } = budgetIn(question);
  const { choices = {}, ranges = {} } = recommendedFor(definition, question);
  const recommended = new Set(Object.values(choices));
  const isSaid = (word: string) => recommended.has(word.toLowerCase());
  const searchFor = (words: readonly string[], more: Readonly<Record<string, Range>>, price: boolean) => {
    const params = new URLSearchParams({ ...(words.length > 0 && { q: words.join(" ") }), ...choices });
    for (const [field, { min, max }] of Object.entries(price ? { ...more, price: budget } : more)) {
      const names = rangeParams(field);
      if (min !== null) params.set(names.min, String(min));
      if (max !== null) params.set(names.max, String(max));
    }
    return parseSearch(definition, params);
  };
  const facts = named.facts.filter((word) => !isSaid(word));
  const words = named.words.filter((word) => !isSaid(word));
  const all = [
    searchFor([...facts, ...words], ranges, true),
    searchFor(facts, ranges, true),
    searchFor([], ranges, true),
    searchFor([], {}, true),
    searchFor([], ranges, false),
    searchFor([], {}, false),
  ];
  return all.filter((search, at) => all.findIndex((one) => sameSearch(one, search)) === at);
}

function sameSearch(one: Search, other: Search): boolean {
  return searchHref("", one) === searchHref("", other);
}

/** Listings for a question; when nothing matches, the nearest. */
export async function suggestionsFor(
  definition: CategoryDefinition,
  searches: readonly Search[],
  viewer: Viewer | null,
  find: (search: Search) => Promise<Found>,
): Promise<SuggestionsView> {
  const path = browsePath(definition);
  const [first] = searches;
  for (const search of searches) {
    const found = await find(search);
    if (found.total === 0) continue;
    const criteria = criteriaOf(definition, search).map((one) => criterionLabel(definition, search, one));
    return {
      cards: presentCards(found.rows.slice(0, SHOWN), viewer).map(
        ({ type, id, path, name, price, approximately, status, photo, facts }) => ({
          type,
          id,
          path,
          name,
          price,
          approximately,
          status,
          photo,
          facts,
        }),
      ),
      nearest: search !== first,
      label: [sentence(definition, "plural"), ...criteria].join(" · "),
      count: resultCount(found.total, found.capped),
      href: searchHref(path, search),
    };
  }
  return {
    cards: [],
    nearest: true,
    label: sentence(definition, "plural"),
    count: resultCount(0, false),
    href: path,
  };
}
