import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import { askedOf, type FoundPage, hiddenFrom, type Question } from "./conditions.server.ts";
import { cappedTotals, countOwn, sumOf } from "./counts.server.ts";
import { EVERYTHING } from "./everything.ts";
import { COUNT_LIMIT } from "./match-tables.server.ts";
import { findNearest } from "./nearest.server.ts";
import { type PageRequest, readPage } from "./read-page.server.ts";
import { isWholeCategory, readWholeCategory } from "./whole-category.server.ts";
import { rankKeys } from "./word-conditions.server.ts";

/**
 * Finds a page of the listings of a category, or of all (`EVERYTHING`). A list ends at COUNT_LIMIT, unless it has a
 * whole category. Of a page beyond the last, the last is found.
 */
export async function findPage(definition: CategoryDefinition, question: Question): Promise<FoundPage> {
  const { search, context } = question;
  const [{ rows, types }, ownMatches] = await Promise.all([
    readMatches(definition, question),
    countOwn(definition, question),
  ]);
  const { total, capped } = sumOf(types);
  const last = Math.max(1, Math.ceil(total / context.pageSize));
  if (search.page > last) return findPage(definition, { context, search: { ...search, page: last } });
  return { rows, total, capped, page: search.page, own: ownMatches, types };
}

async function readMatches(
  definition: CategoryDefinition,
  question: Question,
): Promise<Pick<FoundPage, "rows" | "types">> {
  const { search, context } = question;
  const { centre, now, pageSize, pagesShown = 1, wordConditions } = context;
  const { price, maxDistance } = search;
  const nearestTo = search.sort === "nearest" ? centre : null;
  const sort = search.sort === "nearest" ? "newest" : search.sort;
  const offset = (search.page - 1) * pageSize;
  const request: PageRequest = { sort, offset, size: pageSize * pagesShown, centre, now, price };
  if (!nearestTo && isWholeCategory(definition, question)) {
    const { rows, totals } = await readWholeCategory(definition, hiddenFrom(definition, context), request);
    return { rows, types: totals.map((each) => ({ ...each, capped: false })) };
  }
  const asked = askedOf(definition, question);
  const isRanked =
    definition.type === EVERYTHING.type &&
    search.sort === "relevance" &&
    asked.some(({ category }) => rankKeys(wordConditions, category.type).length > 0);
  const limited = { ...withinLimit(request), rankedBy: isRanked ? wordConditions : null };
  const page = await (nearestTo
    ? findNearest(asked, limited, nearestTo, maxDistance)
    : readPage(asked, limited));
  return { rows: page.rows, types: cappedTotals(page) };
}

/** No page beyond COUNT_LIMIT matches exists, and a request for such a page must not cause a long scan. */
function withinLimit(request: PageRequest): PageRequest {
  const offset = Math.min(request.offset, COUNT_LIMIT);
  return { ...request, offset, size: Math.min(request.size, COUNT_LIMIT - offset) };
}

/** Suggestions show no counts. Of this many matches in the newest months, the first are found without sorting them. */
const MOST_SUGGESTED_FROM = 50;

/**
 * The first matches of all categories, for suggestions. Only the categories are asked of which the words choose some
 * listings: a text that only names a category finds none.
 */
export async function findFirst(question: Question, most: number): Promise<readonly CardRow[]> {
  const { centre, now } = question.context;
  const asked = askedOf(EVERYTHING, question).filter(({ conditions }) => conditions.keys.length > 0);
  const request = { offset: 0, size: most, countTo: MOST_SUGGESTED_FROM, centre, now };
  const { rows } = await readPage(asked, { ...request, sort: "relevance" });
  return rows;
}
