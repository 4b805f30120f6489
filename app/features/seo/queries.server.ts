import { sql } from "kysely";
import { CATEGORIES, categoryOfPlural } from "#app/domain/categories/registry.ts";
import { isOnOffer } from "#app/features/listings/on-offer.server.ts";
import { db } from "#app/platform/db.server.ts";

/** The kind of parts that list sellers; every other kind is a listing type. */
export const SELLERS = "sellers";

/** `name` is the kind in the URLs of its parts. */
export const SITEMAP_KINDS: readonly { readonly kind: string; readonly name: string }[] = [
  ...CATEGORIES.map(({ type, plural }) => ({ kind: type, name: plural })),
  { kind: SELLERS, name: SELLERS },
];

/** The first id of the first part of each kind: the smallest UUID. */
export const BEGINNING = "00000000-0000-0000-0000-000000000000";

/**
 * The maximum of pages in a part's XML, which may have grown since the job last split it. In five languages they are
 * 50,000 URLs, the maximum of the sitemap protocol.
 */
const MAX_PAGES_PER_PART = 10_000;

const BATCH_SIZE = 500;

const isSelling = sql`exists (select from listings where user_id = profiles.id and ${isOnOffer})`;

export interface SitemapPart {
  readonly kind: string;
  readonly firstId: string;
  readonly changedAt: Date | null;
}

/** The parts with at least one page, since a sitemap without pages is invalid. */
export async function sitemapParts(): Promise<SitemapPart[]> {
  const parts = await Promise.all(SITEMAP_KINDS.map(({ kind, name }) => filledParts(kind, name)));
  return parts.flat();
}

async function filledParts(kind: string, name: string): Promise<SitemapPart[]> {
  const first =
    kind === SELLERS
      ? sql`select id from profiles where id >= first_id and ${isSelling} order by id limit 1`
      : sql`select id from ${sql.table(name)}
          where type = ${kind} and id >= first_id and ${isOnOffer} order by id limit 1`;
  const { rows } = await sql<SitemapPart>`
    with known as (
      select first_id, changed_at from sitemap_parts where kind = ${kind}
      -- Before the first run of the job, all rows are one part.
      union all select ${BEGINNING}::uuid, null where not exists (select from sitemap_parts where kind = ${kind})
    ), parts as (select *, lead(first_id) over (order by first_id) as next_id from known)
    select ${kind} as kind, first_id as "firstId", changed_at as "changedAt" from parts, lateral (${first}) filled
    where next_id is null or filled.id < next_id order by first_id
  `.execute(db());
  return rows;
}

/** `nextId` is the first id of the next part; null for the last part. */
export interface PartRange {
  readonly firstId: string;
  readonly nextId: string | null;
}

/** The range of the part with this first id; null when there is none. */
export async function rangeOfPart(kind: string, firstId: string): Promise<PartRange | null> {
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

export interface SitemapListing {
  readonly id: string;
  readonly changedAt: Date;
  readonly photoKey: string | null;
}

/** The listings on offer in a range, ordered by id, in batches. */
export async function* listingsWithin(
  plural: string,
  range: PartRange,
): AsyncGenerator<readonly SitemapListing[]> {
  const definition = categoryOfPlural(plural);
  if (!definition) return;
  yield* inBatches(range, async (from, most) => {
    const { rows } = await sql<SitemapListing>`
      select picked.id, picked.updated_at as "changedAt", photos.key as "photoKey"
      from (
        select id, updated_at from ${sql.table(plural)}
        where type = ${definition.type} and ${from} and ${isOnOffer} order by id limit ${most}
      ) picked
      left join photos on listing_type = ${definition.type} and listing_id = picked.id
        and position = 0 and hidden is null
      order by picked.id
    `.execute(db());
    return rows;
  });
}

export interface SitemapSeller {
  readonly id: string;
  readonly username: string;
}

/** The sellers with listings on offer in a range, in batches. */
export function sellersWithin(range: PartRange): AsyncGenerator<readonly SitemapSeller[]> {
  return inBatches(range, async (from, most) => {
    const { rows } = await sql<SitemapSeller>`
      select id, username from profiles
      where ${from} and ${isSelling}
      order by id limit ${most}
    `.execute(db());
    return rows;
  });
}

async function* inBatches<Row extends { readonly id: string }>(
  { firstId, nextId }: PartRange,
  read: (from: ReturnType<typeof sql>, most: number) => Promise<Row[]>,
): AsyncGenerator<readonly Row[]> {
  const before = nextId === null ? sql`true` : sql`id < ${nextId}`;
  let from = sql`id >= ${firstId} and ${before}`;
  let left = MAX_PAGES_PER_PART;
  while (left > 0) {
    const rows = await read(from, Math.min(BATCH_SIZE, left));
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    left -= rows.length;
    from = sql`id > ${last.id} and ${before}`;
  }
}
