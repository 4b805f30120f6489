import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { writeEnds } from "#app/domain/categories/filters/kind.ts";
import { browsePath } from "#app/domain/categories/paths.ts";
import type { Range, Search } from "#app/domain/search.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { searchHref } from "#app/features/browse/browse-view.server.ts";
import { criterionLabels } from "#app/features/browse/criterion-text.server.ts";
import { presentCards } from "#app/features/listings/present.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import type { Question } from "#app/features/search/question.server.ts";
import type { Found } from "#app/features/search/search.server.ts";
import { resultCount } from "#app/ui/count-text.ts";
import type { ConciergeReply } from "./rules.ts";
import type { SuggestionsView } from "./ui/suggestions.tsx";

export const MAX_SUGGESTED_CARDS = 3;

/**
 * The searches for a question, first with all its criteria, then with fewer. A group of players ("child") is in all of
 * them, since an adult's racket is no alternative to a child's.
 */
export function searchesFor(
  definition: CategoryDefinition,
  question: Question,
  reply: ConciergeReply,
): Search[] {
  const isNamed = Object.keys(question.choices).length > 0;
  const beginner = reply === "beginner" && !isNamed ? definition.concierge?.beginner : undefined;
  const choices = { ...question.choices, ...beginner?.choices };
  const ranges = { ...question.ranges, ...beginner?.ranges };
  const { facts, words, price } = question;
  const euros = (cents: number | null) => (cents === null ? null : cents / 100);
  const searchFor = (terms: readonly string[], more: Readonly<Record<string, Range>>, priced: boolean) => {
    const params = new URLSearchParams(terms.length > 0 ? { q: terms.join(" ") } : {});
    for (const [field, values] of Object.entries(choices))
      for (const value of [values].flat()) params.append(field, value);
    const budget = { min: euros(price.min), max: euros(price.max) };
    for (const [field, ends] of Object.entries(priced ? { ...more, price: budget } : more))
      writeEnds(params, field, ends);
    return parseSearch(definition, params);
  };
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

function sameSearch(search: Search, other: Search): boolean {
  return searchHref("", search) === searchHref("", other);
}

/** The search without `dropped`, the words that were ignored because nothing was found with them. */
function withoutDropped(search: Search, { interpretation: { parts, dropped } }: Found): Search {
  if (dropped.length === 0) return search;
  const words = parts.flatMap(({ kind, typed }) => (kind === "filler" || typed === "" ? [] : [typed]));
  return { ...search, q: words.filter((word) => !dropped.includes(word)).join(" ") };
}

/** The first listings of the first search that finds any, at most MAX_CARDS. */
export async function conciergeSuggestions(
  definition: CategoryDefinition,
  searches: readonly Search[],
  viewer: Viewer | null,
  find: (search: Search) => Promise<Found>,
): Promise<SuggestionsView> {
  const path = browsePath(definition);
  const [first] = searches;
  for (const asked of searches) {
    const result = await find(asked);
    if (result.total === 0) continue;
    const search = withoutDropped(asked, result);
    return {
      cards: presentCards(result.rows.slice(0, MAX_SUGGESTED_CARDS), viewer).map(
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
      label: [sentence(definition, "plural"), ...criterionLabels(definition, search)].join(" · "),
      count: resultCount(result.total, result.capped),
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
