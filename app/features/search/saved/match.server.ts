import { sql, type Transaction } from "kysely";
import { listingPath } from "#app/domain/categories/paths.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { REGION_KM } from "#app/domain/geo.ts";
import { isOnOffer } from "#app/features/listings/on-offer.server.ts";
import { photoUrl } from "#app/features/photos/photo.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { type Notice, notifyAll } from "#app/platform/notify.server.ts";
import { newestFirst, readAddress } from "./asked.server.ts";
import { MAX_SINGLE_NOTICES } from "./rules.ts";
import { SAVED_PATH } from "./view.ts";

/** The maximum number of listings per transaction, and the minimum when that takes too long. */
const LISTINGS_AT_ONCE = 200;
const FEWEST_AT_ONCE = 1;
/** The number of users in one notification job. */
const PERSONS_AT_ONCE = 500;
/** PostgreSQL's error code for a statement that exceeded `statement_timeout`. */
const TOOK_TOO_LONG = "57014";

interface Arrived {
  readonly type: string;
  readonly id: string;
  readonly at: string;
}

interface Told {
  readonly userIds: string[];
  /** The text of the notification: the search's words, or its name. */
  readonly label: string;
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly photo: string | null;
  /**
   * The number of other listings in the notification, and the search's address; null when the notification is for one
   * listing.
   */
  readonly more: number | null;
  readonly address: string | null;
}

/**
 * Matches new and changed listings with the saved searches, and notifies their owners. It runs in the job
 * "listing-changes" and handles all waiting listings, in transactions of a few listings. Several servers may run it at
 * once.
 */
export async function matchNewListings(signal?: AbortSignal): Promise<void> {
  let most = LISTINGS_AT_ONCE;
  for (let taken = most; taken > 0 && !signal?.aborted; ) {
    try {
      taken = await db()
        .transaction()
        .execute((trx) => matchSome(trx, most));
    } catch (error) {
      // The searches matched so much that the batch must be smaller.
      if ((error as { code?: string }).code !== TOOK_TOO_LONG || most === FEWEST_AT_ONCE) throw error;
      most = Math.max(FEWEST_AT_ONCE, Math.floor(most / 8));
    }
  }
}

async function matchSome(trx: Transaction<DB>, most: number): Promise<number> {
  const { rows: taken } = await sql<Arrived>`
    delete from listing_changes where id in (
      select id from listing_changes where what = 'new' order by id limit ${most} for update skip locked
    ) returning type, listing_id as id, created_at::text as at
  `.execute(trx);
  if (taken.length === 0) return 0;
  // About ten thousand matches are sorted several times, which must not go to disk.
  await sql`set local work_mem = '64MB'`.execute(trx);
  await notifyAll((await matchListings(trx, taken)).flatMap(noticeOf), trx);
  return taken.length;
}

/**
 * Finds pairs of listing and saved search through the index of anchors, then checks each pair exactly. `found` has
 * statistics, because the planner would estimate two rows for a hundred thousand. A search is only notified of
 * listings that are newer than itself.
 */
async function matchListings(trx: Transaction<DB>, listings: readonly Arrived[]): Promise<Told[]> {
  const [types, ids] = [listings.map(({ type }) => type), listings.map(({ id }) => id)];
  const moments = listings.map(({ at }) => at);
  await sql`
    create temporary table found on commit drop as
    with came as materialized (
      select listings.type, listings.id, listings.user_id, listings.name, price_cents, attributes, latitude, longitude,
        approximate, created_at, search, came.at,
        array(select listings.type || ' ' || one from unnest(tsvector_to_array(search)) as one) || listings.type as anchors
      from (
        select type, id, max(at) as at
        from unnest(${types}::text[], ${ids}::uuid[], ${moments}::timestamptz[]) as row (type, id, at)
        group by type, id
      ) came
      join listings on listings.type = came.type and listings.id = came.id
      where ${isOnOffer}
    )
    select saved.user_id, came.type, came.id, saved.id as search_id, tell, came.name, came.created_at,
      coalesce(nullif(words, ''), saved.name) as label
    from came
    join saved_search_queries as asked on asked.anchors && came.anchors
    join saved_searches as saved on saved.id = asked.search_id
    where asked.type = came.type and saved.user_id <> came.user_id and saved.created_at <= came.at
      and (asked.min_cents is null or price_cents >= asked.min_cents)
      and (asked.max_cents is null or price_cents <= asked.max_cents)
      and (asked.query is null or ts_match_vq(search, asked.query))
      and (asked.max_days is null or came.created_at >= now() - make_interval(hours => 24 * asked.max_days))
      and (asked.ranges is null or not exists (
        select from jsonb_each(asked.ranges) as range (field, ends), lateral (
          select case when jsonb_typeof(attributes -> field) = 'number' then (attributes -> field)::numeric end as n
        ) as value
        where not coalesce(
          n >= coalesce((ends ->> 0)::numeric, '-Infinity') and n <= coalesce((ends ->> 1)::numeric, 'Infinity'), false)
      ))
      and (asked.max_km is null or case when came.latitude is not null
        then distance_km(came.latitude, came.longitude, asked.latitude, asked.longitude)
          + case when came.approximate then ${sql.lit(REGION_KM)} else 0 end <= asked.max_km else false end)
  `.execute(trx);
  await sql`analyze found`.execute(trx);
  return noticesToSend(trx);
}

/** Stores the matches, and creates notifications for users who were not yet notified of the listing. */
async function noticesToSend(trx: Transaction<DB>): Promise<Told[]> {
  const { rows } = await sql<Told>`
    with before as materialized (
      select distinct found.user_id, found.type, found.id from found
      join saved_search_matches as known
        on known.user_id = found.user_id and known.listing_type = found.type and known.listing_id = found.id
      join saved_searches as saved on saved.id = known.search_id
      where not known.known and saved.tell
    ),
    -- Without what is just being removed, or whose person is just leaving: the person first, as who leaves does.
    still as materialized (
      select saved.id from profiles join saved_searches as saved on saved.user_id = profiles.id
      where saved.id in (select search_id from found)
      order by profiles.id, saved.id
      for key share of profiles, saved
    ),
    kept as (
      insert into saved_search_matches as known (user_id, listing_type, listing_id, search_id)
        select user_id, type, id, search_id from found where search_id in (select id from still)
        order by user_id, type, id, search_id
        on conflict (user_id, listing_type, listing_id, search_id) do update set known = false, matched_at = now()
        where known.known
        returning user_id, listing_type as type, listing_id as id, search_id
    ),
    -- Once a person, by the search that was saved first.
    told as (
      select distinct on (user_id, type, id) found.*
      from kept join found using (user_id, type, id, search_id)
      where tell and (user_id, type, id) not in (select user_id, type, id from before)
      order by user_id, type, id, search_id
    ),
    numbered as (
      select told.*, count(*) over (partition by search_id) as n,
        row_number() over (partition by search_id order by created_at desc, id desc) as place
      from told
    ),
    notices as (
      select type, id, name, label, array_agg(user_id) as user_ids, null::bigint as more, null::uuid as search_id
      from (
        select *, (row_number() over (partition by type, id, label order by user_id) - 1) / ${PERSONS_AT_ONCE} as part
        from numbered where n <= ${MAX_SINGLE_NOTICES}
      ) singly group by type, id, name, label, part
      union all
      select type, id, name, label, array[user_id], n - 1, search_id from numbered where n > ${MAX_SINGLE_NOTICES} and place = 1
    )
    select notices.type, notices.id, notices.name, photos.key as photo, label, user_ids as "userIds", more, address
    from notices
    left join saved_searches as saved on saved.id = search_id
    left join photos on photos.listing_type = notices.type and photos.listing_id = notices.id and position = 0
  `.execute(trx);
  return rows;
}

function noticeOf(told: Told): Notice[] {
  const { type, id, name, photo, label, userIds, more, address } = told;
  const definition = categoryOfType(type);
  if (!definition) return [];
  const asked = address === null ? null : readAddress(address);
  const search = asked && newestFirst(asked);
  return [
    {
      kind: "saved_search",
      // One key per listing, so that a user is notified once, even when several of their searches match.
      eventKey: `${type}/${id}`,
      userIds,
      facts: { search: label, listing: name, more: more ?? 0 },
      path: pathOf(search) ?? listingPath(definition, id),
      searchQuery: label,
      ...(photo !== null && { imageUrl: photoUrl(photo, 160) }),
    },
  ];
}

/** The maximum length of a notification's path (notifications.path). */
const LONGEST_PATH = 1000;

function pathOf(search: string | null): string | null {
  return search !== null && search.length > LONGEST_PATH ? SAVED_PATH : search;
}

/** Retention of matches in days; after this time none counts as new. */
const RETENTION_DAYS = 30;

export async function deleteExpiredMatches(): Promise<void> {
  await sql`
    delete from saved_search_matches where matched_at < now() - make_interval(days => ${RETENTION_DAYS})
  `.execute(db());
}
