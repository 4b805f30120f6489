import { sql } from "kysely";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { db } from "#app/platform/db.server.ts";
import { BEGINNING, KINDS, SELLERS } from "./queries.server.ts";

/** Pages of a part: in five languages 20,000 addresses and some 22 MB, of the 50,000 and 50 MB that are allowed. */
const FULL = 4_000;

/** How long it is known of a deleted listing that there was one: search engines have looked again by then. */
const REMEMBERED_DAYS = 365;

interface Source {
  readonly table: string;
  readonly where: ReturnType<typeof sql>;
  /** When something between `first` and `next` last changed. */
  readonly changed: ReturnType<typeof sql>;
}

const WITHIN = sql`id >= part.first_id and (part.next_id is null or id < part.next_id)`;

function sourceOf(kind: string): Source {
  if (kind === SELLERS) return { table: "profiles", where: sql`true`, changed: sql`null::timestamptz` };
  const table = CATEGORIES.find(({ type }) => type === kind)?.plural ?? "listings";
  const where = sql`type = ${kind}`;
  return {
    table,
    where,
    changed: sql`greatest(
      (select max(updated_at) from ${sql.table(table)} where ${where} and ${WITHIN}),
      (select max(gone_at) from gone_listings where ${where} and ${WITHIN})
    )`,
  };
}

/**
 * Lets a part end where it is `full`, and notes when something in each last changed. Beginnings that are there stay:
 * what is listed later has a later id, so that it is mostly the last part that grows.
 */
export async function arrangeParts(full = FULL): Promise<void> {
  for (const { kind } of KINDS) {
    await db()
      .insertInto("sitemap_parts")
      .values({ kind, first_id: BEGINNING })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { table, where, changed } = sourceOf(kind);
    const known = await db()
      .selectFrom("sitemap_parts")
      .select("first_id")
      .where("kind", "=", kind)
      .orderBy("first_id")
      .execute();
    for (const [n, { first_id }] of known.entries()) {
      await split(kind, first_id, known[n + 1]?.first_id ?? null, { table, where }, full);
    }
    await sql`
      with parts as (
        select first_id, lead(first_id) over (order by first_id) as next_id from sitemap_parts where kind = ${kind}
      ), seen as (select first_id, ${changed} as at from parts as part)
      update sitemap_parts set changed_at = seen.at from seen
      where kind = ${kind} and sitemap_parts.first_id = seen.first_id and changed_at is distinct from seen.at
    `.execute(db());
  }
}

async function split(
  kind: string,
  first: string,
  next: string | null,
  { table, where }: Pick<Source, "table" | "where">,
  full: number,
): Promise<void> {
  let from = first;
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)}
      where ${where} and id >= ${from} and ${next === null ? sql`true` : sql`id < ${next}`}
      order by id offset ${full} limit 1
    `.execute(db());
    const beginning = rows[0]?.id;
    if (beginning === undefined) return;
    await db()
      .insertInto("sitemap_parts")
      .values({ kind, first_id: beginning })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    from = beginning;
  }
}

/** Forgets that there were listings which have been gone for long. */
export async function forgetGone(): Promise<void> {
  await sql`delete from gone_listings where gone_at < now() - make_interval(days => ${REMEMBERED_DAYS})`.execute(
    db(),
  );
}
