import { sql } from "kysely";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { db } from "#app/platform/db.server.ts";
import { BEGINNING, KINDS, SELLERS } from "./queries.server.ts";

/** Pages in a part of the sitemap: 20,000 URLs in five languages, some 22 MB. Allowed are 50,000 URLs and 50 MB. */
const PAGES_PER_PART = 4_000;

/** How long the id of a deleted listing is kept, so that search engines see that it is gone. */
const RETENTION_DAYS = 365;

/**
 * The maximum time between a transaction's start, which dates its changes, and its commit. Longer than any
 * transaction takes.
 */
const MAX_COMMIT_DELAY = sql`interval '1 hour'`;

/** Greater than every id. */
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
 * Starts a new part where one has `full` pages, and updates when each part last changed. Existing parts keep their
 * first id: new listings have later ids, so mostly the last part grows. Parts of listings without changes are not
 * read.
 */
export async function arrangeParts(full = PAGES_PER_PART): Promise<void> {
  for (const { kind } of KINDS) {
    await db()
      .insertInto("sitemap_parts")
      .values({ kind, first_id: BEGINNING })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const known = await beginningsOf(kind);
    const changed = kind === SELLERS ? null : await changedParts(kind);
    const added: string[] = [];
    for (const first of changed ? changed.map((part) => part.first) : known) {
      added.push(...(await split(kind, { first, next: known[known.indexOf(first) + 1] ?? null }, full)));
    }
    // Last, so that a job that is interrupted starts again with the same changes.
    if (changed) await recordChanges(kind, changed, added);
  }
}

interface Changed {
  /** The first id of the part. */
  readonly first: string;
  /** When a page in it last changed or was deleted. */
  readonly at: Date;
}

/** The parts of a kind with changes or deletions since the last run. */
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

/** Splits a part that is full. @returns the first ids of the new parts, in order */
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

/** Updates when the changed parts last changed, and sets it for the added parts. */
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

/** Deletes expired records of deleted listings. */
export async function deleteExpiredGone(): Promise<void> {
  await sql`delete from gone_listings where gone_at < now() - make_interval(days => ${RETENTION_DAYS})`.execute(
    db(),
  );
}
