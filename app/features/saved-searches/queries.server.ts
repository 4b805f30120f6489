import { type RawBuilder, sql, type Transaction } from "kysely";
import { isId } from "#app/domain/ids.ts";
import type { TimePosition } from "#app/features/api/pages.server.ts";
import { isShown } from "#app/features/listings/on-offer.server.ts";
import { jsonPhoto, type PhotoRow } from "#app/features/photos/queries.server.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { MAX_COUNTED, MAX_SAVED, PICTURES } from "./rules.ts";

export interface FoundRow {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly photo: PhotoRow | null;
}

export interface SavedRow {
  readonly id: string;
  readonly address: string;
  readonly name: string;
  readonly notify: boolean;
  readonly created_at: Date;
  /** `created_at` with microseconds. */
  readonly at: string;
  /** Since the owner's last view; at most MAX_COUNTED + 1. */
  readonly fresh: number;
  readonly newest: readonly FoundRow[];
}

/**
 * An SQL expression about a row `saved` of saved_searches: the number of new matches since the owner's last view,
 * without listings that are no longer shown.
 */
const FRESH = sql<number>`(
  select count(*) from (
    select from saved_search_matches as found
    join listings on listings.type = found.listing_type and listings.id = found.listing_id and ${isShown}
    where found.search_id = saved.id and matched_at > saved.looked_at and not known
    limit ${sql.lit(MAX_COUNTED + 1)}
  ) few
)`;

/** A user's saved searches, the latest first, each with its latest matches. */
export function savedSearchesOf(userId: string): Promise<SavedRow[]> {
  return savedRows(userId, sql`true`, MAX_SAVED);
}

/** Those of a user's saved searches that follow a position. */
export function savedSearchesAfter(
  userId: string,
  { after, most }: { after: TimePosition | undefined; most: number },
): Promise<SavedRow[]> {
  const isAfter = after && sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  return savedRows(userId, isAfter ?? sql`true`, most);
}

/** One of a user's saved searches with its latest matches. @throws Refused "saved_gone" */
export async function savedSearchWith(userId: string, id: string): Promise<SavedRow> {
  const [row] = isId(id) ? await savedRows(userId, sql`id = ${id}`, 1) : [];
  if (!row) throw new Refused("saved_gone");
  return row;
}

function savedRows(userId: string, which: RawBuilder<unknown>, most: number): Promise<SavedRow[]> {
  return prepared<SavedRow>(sql`
    select id, address, name, tell as notify, created_at, created_at::text as at, ${FRESH} as fresh, (
      select coalesce(jsonb_agg(to_jsonb(few) - 'matched_at' order by matched_at desc), '[]') from (
        select listings.type, listings.id, listings.name, matched_at,
          ${jsonPhoto(sql`listings.type`, sql`listings.id`)} as photo
        from saved_search_matches as found
        join listings on listings.type = found.listing_type and listings.id = found.listing_id and ${isShown}
        where found.search_id = saved.id order by matched_at desc limit ${sql.lit(PICTURES)}
      ) few
    ) as newest
    from saved_searches as saved where user_id = ${userId} and ${which}
    order by created_at desc, id desc limit ${most}
  `);
}

/** The number of a user's saved searches, and how many have new matches. */
export async function savedCountsOf(userId: string): Promise<{ all: number; fresh: number }> {
  const [row] = await prepared<{ all: number; fresh: number }>(sql`
    select count(*) as all, count(*) filter (where exists (
      select from saved_search_matches as found
      join listings on listings.type = found.listing_type and listings.id = found.listing_id and ${isShown}
      where found.search_id = saved.id and matched_at > saved.looked_at and not known
    )) as fresh
    from saved_searches as saved where user_id = ${userId}
  `);
  return row ?? { all: 0, fresh: 0 };
}

/** The id of the user's saved search with this URL, read within `trx` if given; null when there is none. */
export async function savedIdAt(
  userId: string,
  address: string,
  trx?: Transaction<DB>,
): Promise<string | null> {
  const query = sql<{ id: string }>`
    select id from saved_searches
    where user_id = ${userId} and md5(address) = md5(${address}) and address = ${address}
  `;
  // Prepared, because every results page runs it.
  const [row] = trx ? (await query.execute(trx)).rows : await prepared(query);
  return row?.id ?? null;
}

/** One of a user's saved searches; null when there is none with this id. */
export async function savedSearchOf(userId: string, id: string) {
  if (!isId(id)) return null;
  const row = await db()
    .selectFrom("saved_searches")
    .select(["id", "address", "name", "tell as notify"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}
