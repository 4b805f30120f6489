import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import { askedOf, type FoundPage, hiddenFrom, type Question } from "./conditions.server.ts";
import { cappedTotal, countOwn, isWholeCategory, sumOf } from "./counts.server.ts";
import { EVERYTHING } from "./everything.ts";
import { COUNT_LIMIT } from "./match-tables.server.ts";
import { findNearest } from "./nearest.server.ts";
import { type PageRequest, readPage } from "./read-page.server.ts";
import { readWholeCategory } from "./whole-category.server.ts";

/**
 * Finds a page of the listings of a category, or of all (`EVERYTHING`). A list ends at COUNT_LIMIT, unless it has a
 * whole category.
 */
export async function findPage(definition: CategoryDefinition, question: Question): Promise<FoundPage> {
  const { search, context } = question;
  const { centre, now, pageSize, pagesShown = 1, wordConditions } = context;
  const nearestTo = search.sort === "nearest" ? centre : null;
  const isWhole = !nearestTo && isWholeCategory(definition, question);
  const isRanked =
    definition.type === EVERYTHING.type && search.sort === "relevance" && wordConditions.length > 0;
  const asked = askedOf(definition, question);
  const request: PageRequest = {
    sort: search.sort === "nearest" ? "newest" : search.sort,
    offset: (search.page - 1) * pageSize,
    size: pageSize * pagesShown,
    centre,
    now,
    rankedBy: isRanked ? wordConditions : null,
  };
  const { rows, totals } = await (nearestTo
    ? findNearest(asked, withinLimit(request), nearestTo, search.maxDistance)
    : isWhole
      ? readWholeCategory(definition, hiddenFrom(definition, context), request)
      : readPage(asked, withinLimit(request)));
  const types = totals.map(({ type, total }) => ({
    type,
    ...(isWhole ? { total, capped: false } : cappedTotal(total)),
  }));
  const { total, capped } = sumOf(types);
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (search.page > last) return findPage(definition, { context, search: { ...search, page: last } });
  return { rows, total, capped, page: search.page, own: await countOwn(definition, question), types };
}

/** No page beyond COUNT_LIMIT matches exists, and a request for such a page must not cause a long scan. */
function withinLimit(request: PageRequest): PageRequest {
  const offset = Math.min(request.offset, COUNT_LIMIT);
  return { ...request, offset, size: Math.min(request.size, COUNT_LIMIT - offset) };
}

/**
 * The first matches of all categories, for suggestions. Only the categories are asked of which the words choose some
 * listings: a text that only names a category finds none.
 */
export async function findFirst(question: Question, most: number): Promise<readonly CardRow[]> {
  const { centre, now } = question.context;
  const asked = askedOf(EVERYTHING, question).filter(({ conditions }) => conditions.keys.length > 0);
  const { rows } = await readPage(asked, { sort: "relevance", offset: 0, size: most, centre, now });
  return rows;
}
