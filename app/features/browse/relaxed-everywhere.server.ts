import { href } from "react-router";
import { criteriaOf } from "#app/domain/categories/derive/search.ts";
import type { Search } from "#app/domain/search.ts";
import { searchByWords } from "#app/features/search/dictionary/interpret.server.ts";
import { applyInterpretation, interpretedContext } from "#app/features/search/dictionary/interpretation.ts";
import { EVERYTHING } from "#app/features/search/find/everything.ts";
import {
  countEverywhere,
  type EverythingContext,
  sumOf,
} from "#app/features/search/find/type-searches.server.ts";
import { exclusionsIn, withoutExclusions } from "#app/features/search/understand/exclusions.ts";
import type { AlternativeSearch } from "#app/features/search/view.ts";
import { searchHref } from "./browse-view.server.ts";
import { criterionLabel } from "./criterion-text.server.ts";
import { relaxedLabel, wordsLabel } from "./present.server.ts";

const MAX_WORDS = 5;

/**
 * The same search without one of its filters, or with only one of its words. Only those that find listings are
 * returned.
 */
export async function relaxEverywhere(
  search: Search,
  exact: boolean,
  context: Omit<EverythingContext, "wordConditions">,
): Promise<AlternativeSearch[]> {
  const count = async (variant: Search) =>
    searchByWords(variant.q, exact, async (interpretation) =>
      sumOf(
        await countEverywhere(
          applyInterpretation(variant, interpretation),
          interpretedContext(context, interpretation),
        ),
      ),
    );
  const filters = criteriaOf(EVERYTHING, search).filter(({ filter }) => filter !== null);
  const excluded = exclusionsIn(search.q).map(({ typed }) => typed);
  const typed = [...new Set(withoutExclusions(search.q).split(" "))].slice(0, MAX_WORDS);
  const alone = typed.length > 1 ? typed.map((word) => [word, ...excluded].join(" ")) : [];
  const alternatives = [
    ...filters.map(async (criterion) => {
      const { without } = criterion;
      const { found } = await count(without);
      const label = criterionLabel(EVERYTHING, search, criterion);
      return { ...found, label: relaxedLabel(label, found.total, found.capped), search: without };
    }),
    ...alone.map(async (q) => {
      const { found, interpretation } = await count({ ...search, q, page: 1 });
      const variant = { ...search, q: interpretation.text, page: 1 };
      return { ...found, label: wordsLabel(interpretation.text, found.total, found.capped), search: variant };
    }),
  ];
  return (await Promise.all(alternatives))
    .filter(({ total }) => total > 0)
    .map((alternative) => ({
      label: alternative.label,
      href: searchHref(href("/search"), alternative.search),
    }));
}
