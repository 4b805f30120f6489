import { sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { conditionsOf, isEverything, type Question, withoutListingsOf } from "./conditions.server.ts";
import { countWhole, DAILY, pageStart } from "./daily-counts.server.ts";
import { EVERYTHING } from "./everything.ts";
import { type MatchPage, type PageRequest, readPage } from "./read-page.server.ts";
import { timeOf } from "./sort-orders.server.ts";

/** Whether a question finds all listings of its category, which is neither `EVERYTHING` nor narrowed. */
export function isWholeCategory(definition: CategoryDefinition, { search, context }: Question): boolean {
  return definition.type !== EVERYTHING.type && isEverything(conditionsOf(definition, search, context));
}

/** Reads a page of all listings of a category, without those of one user. */
export async function readWholeCategory(
  category: CategoryDefinition,
  hidden: string | null,
  request: PageRequest,
): Promise<MatchPage> {
  const conditions = withoutListingsOf(hidden, { keys: [], checks: [], excluded: null });
  const time = request.offset > MAX_SKIPPED ? timeOf(request.sort) : null;
  const start = time && (await pageStart(category.type, time, request.offset, hidden));
  if (!time || !start) {
    return readPage([{ category, conditions, total: countWhole(category.type, hidden) }], request);
  }
  const later = { ...conditions, checks: [...conditions.checks, DAILY[time].until(start.day)] };
  const total = sql<number>`${start.total}`;
  return readPage([{ category, conditions: later, total }], { ...request, offset: start.skip });
}

/** Skipping more rows than this takes longer than `pageStart`. */
const MAX_SKIPPED = 1000;
