import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { onOffer } from "#app/features/listings/on-offer.server.ts";
import { db } from "#app/platform/db.server.ts";
import {
  type AskedCategory,
  askedOf,
  conditionsOf,
  hiddenFrom,
  type Question,
  type Total,
  type TypeCount,
} from "./conditions.server.ts";
import { countWhole } from "./daily-counts.server.ts";
import { EVERYTHING } from "./everything.ts";
import { checksInOrder, isMatch, keysOf } from "./filter-conditions.server.ts";
import { all, COUNT_LIMIT } from "./match-tables.server.ts";
import { type MatchPage, readPage } from "./read-page.server.ts";
import { isWholeCategory } from "./whole-category.server.ts";

function cappedTotal(n: number): Total {
  return { total: Math.min(n, COUNT_LIMIT), capped: n > COUNT_LIMIT };
}

/** One alone may be the exact number of all listings of a category. */
export function sumOf(totals: readonly Total[]): Total {
  const [only, ...others] = totals;
  if (only && others.length === 0) return only;
  const { total, capped } = cappedTotal(totals.reduce((sum, each) => sum + each.total, 0));
  return { total, capped: capped || totals.some((each) => each.capped) };
}

export function cappedTotals({ totals }: Pick<MatchPage, "totals">): TypeCount[] {
  return totals.map(({ type, total }) => ({ type, ...cappedTotal(total) }));
}

/** Counts the listings that a question finds in each category, whatever menu entry it was asked in. */
export async function countByType({ search, context }: Question): Promise<TypeCount[]> {
  const { centre, now } = context;
  const asked = askedOf(EVERYTHING, { search, context: { ...context, meaning: null } });
  return cappedTotals(await readPage(asked, { sort: "newest", offset: 0, size: 0, centre, now }));
}

/** How many of the viewer's own listings match, if the search leaves them out. */
export async function countOwn(
  definition: CategoryDefinition,
  { search, context }: Question,
): Promise<number> {
  const hidden = hiddenFrom(definition, context);
  if (hidden === null) return 0;
  const conditions = conditionsOf(definition, search, context);
  const checks = [...conditions.keys.map(isMatch), ...checksInOrder(conditions), sql`user_id = ${hidden}`];
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from ${onOffer(definition)} where ${all(checks)} limit ${COUNT_LIMIT}) own
  `.execute(db());
  return rows[0]?.n ?? 0;
}

/** Counts the listings that each search finds, all in one statement. */
export async function countSearches(
  definition: CategoryDefinition,
  questions: readonly Question[],
): Promise<Total[]> {
  const counts = questions.flatMap((question, at) =>
    askedOf(definition, question).map((asked) => {
      const isWhole = isWholeCategory(definition, question);
      const n = isWhole
        ? countWhole(definition.type, hiddenFrom(definition, question.context))
        : sql`(select count(*) from ${matches(asked, COUNT_LIMIT + 1)} limited)::int`;
      return sql`select ${sql.lit(at)} as at, ${n} as n, ${sql.lit(isWhole)} as exact`;
    }),
  );
  if (counts.length === 0) return questions.map(() => cappedTotal(0));
  const { rows } = await sql<{
    at: number;
    n: number;
    exact: boolean;
  }>`${sql.join(counts, sql` union all `)}`.execute(db());
  return questions.map((_, asked) =>
    sumOf(
      rows
        .filter(({ at }) => at === asked)
        .map(({ n, exact }) => (exact ? { total: n, capped: false } : cappedTotal(n))),
    ),
  );
}

/**
 * The first of several searches that finds a listing. One statement asks them in their order, and reads no further than
 * the first listing.
 */
export async function firstThatFinds<Some extends Question>(
  definition: CategoryDefinition,
  questions: readonly Some[],
): Promise<Some | undefined> {
  if (questions.length === 0) return undefined;
  const cases = questions.map((question, at) => {
    const finds = askedOf(definition, question).map((asked) => sql`exists ${matches(asked, 1)}`);
    return sql`when ${finds.length > 0 ? sql.join(finds, sql` or `) : sql`false`} then ${sql.lit(at)}`;
  });
  const { rows } = await sql<{ at: number | null }>`select case ${sql.join(cases, sql` `)} end as at`.execute(
    db(),
  );
  return questions[rows[0]?.at ?? -1];
}

/** Any matches, at most so many. */
function matches({ category, conditions }: AskedCategory, most: number): RawBuilder<unknown> {
  const byIndex = all(keysOf(conditions).map((key) => sql`search @@ ${key}`));
  // Materialized, with the keys alone, the planner always uses their index; still no row is read beyond the last one.
  return conditions.keys.length === 0
    ? sql`(select from ${onOffer(category)} where ${all(checksInOrder(conditions))} limit ${sql.lit(most)})`
    : sql`(
        with found as materialized (select * from ${onOffer(category)} where ${byIndex})
        select from found where ${all(conditions.checks)} limit ${sql.lit(most)}
      )`;
}
