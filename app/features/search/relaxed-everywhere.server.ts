import { href } from "react-router";
import { criteriaOf } from "#app/domain/categories/derive/search.ts";
import type { Search } from "#app/domain/search.ts";
import { searchHref } from "#app/features/listings/browse-view.server.ts";
import { criterionLabel } from "#app/features/listings/criterion-text.server.ts";
import { EVERYTHING } from "./engine/everything.ts";
import { countEverywhere, type EverythingContext, sumOf } from "./engine/parts.server.ts";
import { withWords } from "./engine/understand.server.ts";
import { contextWith, withMeaning } from "./engine/words.server.ts";
import { relaxedLabel, wordsLabel } from "./present.server.ts";
import type { AlternativeSearch } from "./view.ts";

const MAX_WORDS = 5;

/** For a search without results: the results without one of its filters, or with only one of its words. */
export async function relaxEverywhere(
  search: Search,
  exact: boolean,
  context: Omit<EverythingContext, "wanted">,
): Promise<AlternativeSearch[]> {
  const look = async (asked: Search) =>
    withWords(asked.q, exact, async (meant) =>
      sumOf(await countEverywhere(withMeaning(asked, meant), contextWith(context, meant))),
    );
  const filters = criteriaOf(EVERYTHING, search).filter(({ about }) => about !== "q");
  const typed = [...new Set(search.q.split(" "))].slice(0, MAX_WORDS);
  const alone = typed.length > 1 ? typed : [];
  const ways = [
    ...filters.map(async (criterion) => {
      const { without } = criterion;
      const { found } = await look(without);
      const label = criterionLabel(EVERYTHING, search, criterion);
      return { ...found, label: relaxedLabel(label, found.total, found.capped), search: without };
    }),
    ...alone.map(async (q) => {
      const { found, understood } = await look({ ...search, q, page: 1 });
      const asked = { ...search, q: understood.text, page: 1 };
      return { ...found, label: wordsLabel(understood.text, found.total, found.capped), search: asked };
    }),
  ];
  return (await Promise.all(ways))
    .filter(({ total }) => total > 0)
    .map((way) => ({ label: way.label, href: searchHref(href("/search"), way.search) }));
}
