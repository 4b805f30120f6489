import { sql } from "kysely";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { db } from "#app/platform/db.server.ts";
import { BEGINNING, KINDS, SELLERS } from "./queries.server.ts";

/** Pages of a part: in five languages 20,000 addresses and some 22 MB, of the 50,000 and 50 MB that are allowed. */
const FULL = 4_000;

/** How long it is known of a deleted listing that there was one: search engines have looked again by then. */
const REMEMBERED_DAYS = 365;

/**
 * How much later than it began a change may be committed, to be seen all the same: longer than any transaction takes. A
 * change bears the time of its transaction's beginning.
 */
const LATE = sql`interval '1 hour'`;

/** After every id. */
const END = sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

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
 * Lets a part end where it is `full`, and notes when something in each last changed. Beginnings that are there stay:
 * what is listed later has a later id, so that it is mostly the last part that grows. Parts of listings in which nothing
 * happened since the last time are not looked at.
 */
export async function arrangeParts(full = FULL): Promise<void> {
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
    // Last: a job that ends before begins where this one did.
    if (changed) await note(kind, changed, added);
  }
}

interface Changed {
  /** Where the part begins. */
  readonly first: string;
  /** When something in it last changed, or went. */
  readonly at: Date;
}

/** In which parts of a kind something changed, or went, since it was last noted. */
async function changedParts(kind: string): Promise<Changed[]> {
  const { table, ofKind } = tableOf(kind);
  // A query of its own: the planner is to know how far back it goes.
  const { rows: noted } = await sql<{ since: string }>`
    select coalesce(max(changed_at) - ${LATE}, '-infinity')::text as since from sitemap_parts where kind = ${kind}
  `.execute(db());
  const since = sql`${noted[0]?.since ?? "-infinity"}::timestamptz`;
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

/** Splits a part where it is full. @returns where the new ones begin, in their order */
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
    const beginning = rows[0]?.id;
    if (beginning === undefined) return added;
    await db()
      .insertInto("sitemap_parts")
      .values({ kind, first_id: beginning })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    added.push(beginning);
  }
}

/** Notes when something in parts last changed: in those that were there, and in those that were `added`. */
async function note(kind: string, changed: readonly Changed[], added: readonly string[]): Promise<void> {
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
          select first_id, lead(first_id, 1, ${END}) over (order by first_id) as next_id
          from sitemap_parts where kind = ${kind}
        ) ends
        where kind = ${kind} and part.first_id = ends.first_id and part.first_id = any (${added}::uuid[])
      `.execute(trx);
    });
}

/** Forgets that there were listings which have been gone for long. */
export async function deleteExpiredGone(): Promise<void> {
  await sql`delete from gone_listings where gone_at < now() - make_interval(days => ${REMEMBERED_DAYS})`.execute(
    db(),
  );
}
