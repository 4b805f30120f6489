import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { criteriaOf, parseSearch, rangeParams } from "#app/domain/categories/derive/search.ts";
import type { Range, Search } from "#app/domain/search.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { criterionLabel, searchHref } from "#app/features/listings/browse-view.server.ts";
import { presentCards } from "#app/features/listings/present.server.ts";
import type { Found } from "#app/features/listings/search.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { resultCount } from "#app/features/listings/ui/result-count.ts";
import { budgetIn } from "./budget.ts";
import { isBeginner } from "./rules.ts";
import type { SuggestionsView } from "./view.ts";

/** As many as stand below an advice. */
export const SHOWN = 3;

/** What the search makes of a question: words that say something of a category's listings. */
export interface Named {
  readonly facts: readonly string[];
  readonly words: readonly string[];
}

/** What is recommended to a beginner, unless it is said that something narrower is wanted: a junior's. */
function levelRanges(
  definition: CategoryDefinition,
  { facts, words }: Named,
): Readonly<Record<string, Range>> {
  const said = new Set([...facts, ...words].map((word) => word.toLowerCase()));
  const wanted = Object.entries(definition.concierge?.beginner ?? {}).filter(([name, { max }]) => {
    const field = definition.fields[name];
    const narrower = field?.kind === "number" ? (field.narrow ?? []) : [];
    return !narrower.some(
      ({ when, to }) =>
        to.max < max &&
        Object.values(when)
          .flat()
          .some((value) => said.has(value)),
    );
  });
  return Object.fromEntries(wanted);
}

/** The searches that a question means, the whole of it first and then with less and less of it. */
export function searchesFor(definition: CategoryDefinition, question: string, named: Named): Search[] {
  const { budget } = budgetIn(question);
  const ranges = isBeginner(question) ? levelRanges(definition, named) : {};
  const asked = (words: readonly string[], more: Readonly<Record<string, Range>>, price: boolean) => {
    const params = new URLSearchParams(words.length > 0 ? { q: words.join(" ") } : {});
    for (const [field, { min, max }] of Object.entries(price ? { ...more, price: budget } : more)) {
      const names = rangeParams(field);
      if (min !== null) params.set(names.min, String(min));
      if (max !== null) params.set(names.max, String(max));
    }
    return parseSearch(definition, params);
  };
  const { facts, words } = named;
  const all = [
    asked([...facts, ...words], ranges, true),
    asked(facts, ranges, true),
    asked([], ranges, true),
    asked([], {}, true),
    asked([], ranges, false),
    asked([], {}, false),
  ];
  return all.filter((search, at) => all.findIndex((one) => sameSearch(one, search)) === at);
}

function sameSearch(one: Search, other: Search): boolean {
  return searchHref("", one) === searchHref("", other);
}

/** What of the stock fits a question; where nothing does, what is nearest to it. */
export async function suggestionsFor(
  definition: CategoryDefinition,
  searches: readonly Search[],
  viewer: Viewer | null,
  find: (search: Search) => Promise<Found>,
): Promise<SuggestionsView> {
  const path = `/${definition.plural}`;
  const [first] = searches;
  for (const search of searches) {
    const found = await find(search);
    if (found.total === 0) continue;
    const criteria = criteriaOf(definition, search).map((one) => criterionLabel(definition, search, one));
    return {
      cards: presentCards(found.rows.slice(0, SHOWN), viewer).map(
        ({ type, id, path, name, price, approximately, status, photo }) => ({
          type,
          id,
          path,
          name,
          price,
          approximately,
          status,
          photo,
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
