import { sql } from "kysely";
import { CATEGORIES, categoryOfPlural } from "#app/domain/categories/registry.ts";
import { isOnOffer } from "#app/features/listings/on-offer.server.ts";
import { db } from "#app/platform/db.server.ts";

/** The kind of the parts that list sellers; every other kind is a listing type. */
export const SELLERS = "sellers";

/** What parts are of, as their addresses name it. */
export const KINDS: readonly { readonly kind: string; readonly name: string }[] = [
  ...CATEGORIES.map(({ type, plural }) => ({ kind: type, name: plural })),
  { kind: SELLERS, name: SELLERS },
];

/** Where the first part of each kind begins: before every id. */
export const BEGINNING = "00000000-0000-0000-0000-000000000000";

/** What a part lists at most, whatever grew in it until parts were last arranged: five addresses each are 50,000. */
const MOST = 10_000;

/** Rows that are read, and written, at a time. */
const AT_A_TIME = 500;

/** Whether a profile has something for sale. */
const isSelling = sql`exists (select from listings where user_id = profiles.id and ${isOnOffer})`;

export interface Part {
  readonly kind: string;
  readonly firstId: string;
  readonly changedAt: Date | null;
}

/** The parts with something in them: an empty one would be no valid sitemap. */
export async function sitemapParts(): Promise<Part[]> {
  const parts = await Promise.all(KINDS.map(({ kind, name }) => filledParts(kind, name)));
  return parts.flat();
}

async function filledParts(kind: string, name: string): Promise<Part[]> {
  const first =
    kind === SELLERS
      ? sql`select id from profiles where id >= first_id and ${isSelling} order by id limit 1`
      : sql`select id from ${sql.table(name)}
          where type = ${kind} and id >= first_id and ${isOnOffer} order by id limit 1`;
  const { rows } = await sql<Part>`
    with known as (
      select first_id, changed_at from sitemap_parts where kind = ${kind}
      -- Until the job has run for the first time.
      union all select ${BEGINNING}::uuid, null where not exists (select from sitemap_parts where kind = ${kind})
    ), parts as (select *, lead(first_id) over (order by first_id) as next_id from known)
    select ${kind} as kind, first_id as "firstId", changed_at as "changedAt" from parts, lateral (${first}) filled
    where next_id is null or filled.id < next_id order by first_id
  `.execute(db());
  return rows;
}

/** The ends of a part: its first id, and the first of the next part, if there is one. */
export interface Ends {
  readonly firstId: string;
  readonly nextId: string | null;
}

/** The ends of the part that begins at this id; null where none does. */
export async function endsOf(kind: string, firstId: string): Promise<Ends | null> {
  const rows = await db()
    .selectFrom("sitemap_parts")
    .select("first_id")
    .where("kind", "=", kind)
    .where("first_id", ">=", firstId)
    .orderBy("first_id")
    .limit(2)
    .execute();
  const ids = rows.map((row) => row.first_id);
  if (ids[0] !== firstId && firstId !== BEGINNING) return null;
  return { firstId, nextId: ids.find((id) => id !== firstId) ?? null };
}

/** A listing that is for sale, as the sitemap names it. */
export interface MappedListing {
  readonly id: string;
  readonly changedAt: Date;
  /** Of its main photo. */
  readonly photoKey: string | null;
}

/** What is for sale between two ends, in the order of the ids, some hundred at a time. */
export async function* listingsWithin(plural: string, ends: Ends): AsyncGenerator<readonly MappedListing[]> {
  const definition = categoryOfPlural(plural);
  if (!definition) return;
  yield* inBatches(ends, async (from, most) => {
    const { rows } = await sql<MappedListing>`
      select picked.id, picked.updated_at as "changedAt", photos.key as "photoKey"
      from (
        select id, updated_at from ${sql.table(plural)}
        where type = ${definition.type} and ${from} and ${isOnOffer} order by id limit ${most}
      ) picked
      left join photos on listing_type = ${definition.type} and listing_id = picked.id and position = 0
      order by picked.id
    `.execute(db());
    return rows;
  });
}

/** Somebody who has something for sale. */
export interface MappedSeller {
  readonly id: string;
  readonly username: string;
}

/** Who sells something, between two ends. */
export function sellersWithin(ends: Ends): AsyncGenerator<readonly MappedSeller[]> {
  return inBatches(ends, async (from, most) => {
    const { rows } = await sql<MappedSeller>`
      select id, username from profiles
      where ${from} and ${isSelling}
      order by id limit ${most}
    `.execute(db());
    return rows;
  });
}

async function* inBatches<Row extends { readonly id: string }>(
  { firstId, nextId }: Ends,
  read: (from: ReturnType<typeof sql>, most: number) => Promise<Row[]>,
): AsyncGenerator<readonly Row[]> {
  const before = nextId === null ? sql`true` : sql`id < ${nextId}`;
  let from = sql`id >= ${firstId} and ${before}`;
  let left = MOST;
  while (left > 0) {
    const rows = await read(from, Math.min(AT_A_TIME, left));
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    left -= rows.length;
    from = sql`id > ${last.id} and ${before}`;
  }
}
