import { sql } from "kysely";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { deleteExpiredGone } from "#app/features/listings/writes.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { BEGINNING, SELLERS, SITEMAP_KINDS } from "./queries.server.ts";

/** 20,000 URLs in five languages, some 22 MB. The sitemap protocol allows 50,000 URLs and 50 MB. */
const PAGES_PER_PART = 4_000;

/** A change is dated by the start of its transaction, and becomes visible at its commit: at most this much later. */
const MAX_COMMIT_DELAY = sql`interval '1 hour'`;

const AFTER_ALL_IDS = sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

function tableOf(kind: string) {
  const table = CATEGORIES.find(({ type }) => type === kind)?.plural;
  return { table: sql.table(table ?? "profiles"), ofKind: table ? sql`type = ${kind}` : sql`true` };
}

async function beginningsOf(kind: string): Promise<string[]> {
  const rows = await db()
    .selectFrom("sitemap_parts")
    .select("first_id")
    .where("kind", "=", kind)
    .orderBy("first_id")
    .execute();
  return rows.map((row) => row.first_id);
}

/**
 * Splits each sitemap part with more than `full` rows, and updates when the parts of listings last changed. Parts keep
 * their first id; a new listing has a later id than all others, so mostly the last part grows.
 */
export async function arrangeParts(full = PAGES_PER_PART): Promise<void> {
  for (const { kind } of SITEMAP_KINDS) {
    await db()
      .insertInto("sitemap_parts")
      .values({ kind, first_id: BEGINNING })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const beginnings = await beginningsOf(kind);
    const changed = kind === SELLERS ? null : await changedParts(kind);
    const added: string[] = [];
    for (const first of changed ? changed.map((part) => part.first) : beginnings) {
      added.push(
        ...(await split(kind, { first, next: beginnings[beginnings.indexOf(first) + 1] ?? null }, full)),
      );
    }
    // Last, so that a job that is interrupted starts again with the same changes.
    if (changed) await recordChanges(kind, changed, added);
  }
}

interface Changed {
  readonly first: string;
  /** When one of its pages last changed or was deleted. */
  readonly at: Date;
}

async function changedParts(kind: string): Promise<Changed[]> {
  const { table, ofKind } = tableOf(kind);
  // A separate query, so that the planner knows the range of the next one.
  const { rows: lastRun } = await sql<{ since: string }>`
    select coalesce(max(changed_at) - ${MAX_COMMIT_DELAY}, '-infinity')::text as since from sitemap_parts where kind = ${kind}
  `.execute(db());
  const since = sql`${lastRun[0]?.since ?? "-infinity"}::timestamptz`;
  const { rows } = await sql<Changed>`
    with changes as (
      select id, updated_at as at from ${table} where ${ofKind} and updated_at >= ${since}
      union all select id, gone_at from gone_listings where type = ${kind} and gone_at >= ${since}
    )
    select first_id as first, max(at) as at from changes cross join lateral (
      select first_id from sitemap_parts where kind = ${kind} and first_id <= changes.id
      order by first_id desc limit 1
    ) part group by first_id
  `.execute(db());
  return rows;
}

/** @returns the first ids of the new parts, in order */
async function split(
  kind: string,
  { first, next }: { first: string; next: string | null },
  full: number,
): Promise<string[]> {
  const { table, ofKind } = tableOf(kind);
  const added: string[] = [];
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select id from ${table}
      where ${ofKind} and id >= ${added.at(-1) ?? first} and ${next === null ? sql`true` : sql`id < ${next}`}
      order by id offset ${full} limit 1
    `.execute(db());
    const nextFirst = rows[0]?.id;
    if (nextFirst === undefined) return added;
    await db()
      .insertInto("sitemap_parts")
      .values({ kind, first_id: nextFirst })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    added.push(nextFirst);
  }
}

async function recordChanges(
  kind: string,
  changed: readonly Changed[],
  added: readonly string[],
): Promise<void> {
  const { table, ofKind } = tableOf(kind);
  const within = sql`id >= part.first_id and id < ends.next_id`;
  await db()
    .transaction()
    .execute(async (trx) => {
      await sql`
        update sitemap_parts as part set changed_at = greatest(changed_at, seen.at)
        from unnest(${changed.map(({ first }) => first)}::uuid[], ${changed.map(({ at }) => at)}::timestamptz[])
          as seen (first_id, at)
        where kind = ${kind} and part.first_id = seen.first_id
      `.execute(trx);
      await sql`
        update sitemap_parts as part set changed_at = greatest(
          (select max(updated_at) from ${table} where ${ofKind} and ${within}),
          (select max(gone_at) from gone_listings where type = ${kind} and ${within})
        ) from (
          select first_id, lead(first_id, 1, ${AFTER_ALL_IDS}) over (order by first_id) as next_id
          from sitemap_parts where kind = ${kind}
        ) ends
        where kind = ${kind} and part.first_id = ends.first_id and part.first_id = any (${added}::uuid[])
      `.execute(trx);
    });
}

/** Also runs when the server starts (server/app.ts), because the demo stock alone can fill several parts. */
export const SITEMAP_JOB = "sitemap-parts";

export const seoJobs: JobHandlers = {
  [SITEMAP_JOB]: { work: () => arrangeParts(), cron: "11 * * * *" },
  "gone-listings-sweep": { work: deleteExpiredGone, cron: "47 3 * * 0" },
};
