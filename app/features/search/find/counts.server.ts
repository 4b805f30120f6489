import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Search } from "#app/domain/search.ts";
import { onOffer } from "#app/features/listings/on-offer.server.ts";
import { db } from "#app/platform/db.server.ts";
import {
  conditionsOf,
  isEverything,
  type QuestionContext,
  type Total,
  withoutListingsOf,
} from "./conditions.server.ts";
import { askedCategories, EVERYTHING } from "./everything.ts";
import type { SearchConditions } from "./filter-conditions.server.ts";
import { sumOf } from "./type-searches.server.ts";
import { all, COUNT_LIMIT } from "./word-index.server.ts";

/** A search with what its words mean. */
export interface Question {
  readonly search: Search;
  readonly context: QuestionContext;
}

/** Counts the listings that each search finds, all in one statement. */
export async function countSearches(
  definition: CategoryDefinition,
  questions: readonly Question[],
): Promise<Total[]> {
  const isEverywhere = definition.type === EVERYTHING.type;
  const counts = questions.flatMap((question, at) =>
    askedCategories(definition, question.context.types).map((category) => {
      const hidden = hiddenFrom(category, question.context);
      const conditions = conditionsOf(category, question.search, question.context);
      const isCounted = isEverything(conditions);
      const n = isCounted
        ? sql`(select coalesce(sum(difference), 0) from listing_counts where type = ${category.type})::int
            - (select count(*) from ${onOffer(category)} where user_id = ${hidden})::int`
        : sql`(select count(*) from ${matches(category, withoutListingsOf(hidden, conditions), COUNT_LIMIT + 1)} limited)::int`;
      return sql`select ${sql.lit(at)} as at, ${n} as n, ${sql.lit(isCounted && !isEverywhere)} as exact`;
    }),
  );
  if (counts.length === 0) return questions.map(() => ({ total: 0, capped: false }));
  const { rows } = await sql<{
    at: number;
    n: number;
    exact: boolean;
  }>`${sql.join(counts, sql` union all `)}`.execute(db());
  return questions.map((_, asked) => {
    const counted = rows.filter(({ at }) => at === asked);
    const [only] = counted;
    if (only?.exact) return { total: only.n, capped: false };
    return sumOf(counted.map(({ n }) => ({ total: Math.min(n, COUNT_LIMIT), capped: n > COUNT_LIMIT })));
  });
}

/**
 * The first of several searches that finds a listing. One statement asks them in their order, and reads no further than
 * the first listing.
 */
export async function firstThatFinds<Asked extends Question>(
  definition: CategoryDefinition,
  questions: readonly Asked[],
): Promise<Asked | undefined> {
  if (questions.length === 0) return undefined;
  const cases = questions.map(({ search, context }, at) => {
    const finds = askedCategories(definition, context.types).map((category) => {
      const conditions = conditionsOf(category, search, context);
      return sql`exists ${matches(category, withoutListingsOf(hiddenFrom(category, context), conditions), 1)}`;
    });
    return sql`when ${finds.length > 0 ? sql.join(finds, sql` or `) : sql`false`} then ${sql.lit(at)}`;
  });
  const { rows } = await sql<{ at: number | null }>`select case ${sql.join(cases, sql` `)} end as at`.execute(
    db(),
  );
  return questions[rows[0]?.at ?? -1];
}

/** The person whose listings the search leaves out. */
function hiddenFrom({ ownListings }: CategoryDefinition, { viewerId }: QuestionContext): string | null {
  return ownListings === "hidden" ? viewerId : null;
}

/** Any matches, at most so many. */
function matches(
  category: CategoryDefinition,
  { keys, checks }: SearchConditions,
  most: number,
): RawBuilder<unknown> {
  const byIndex = all(keys.map((key) => sql`search @@ ${key}`));
  // Materialized, with the keys alone, the planner always uses their index; still no row is read beyond the last one.
  return keys.length === 0
    ? sql`(select from ${onOffer(category)} where ${all(checks)} limit ${sql.lit(most)})`
    : sql`(
        with found as materialized (select * from ${onOffer(category)} where ${byIndex})
        select from found where ${all(checks)} limit ${sql.lit(most)}
      )`;
}
