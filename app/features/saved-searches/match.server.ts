import { sql, type Transaction } from "kysely";
import { listingPath } from "#app/domain/categories/paths.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { REGION_KM } from "#app/domain/geo.ts";
import { isOnOffer } from "#app/features/listings/on-offer.server.ts";
import { photoUrl } from "#app/features/photos/photo.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { type Notice, notifyAll } from "#app/platform/notify.server.ts";
import { newestFirstHref, readAddress } from "./canonical-search.server.ts";
import { MODEL_KEY, SELLER_KEY } from "./compile.server.ts";
import { MAX_SINGLE_NOTICES } from "./rules.ts";
import { SAVED_PATH } from "./view.ts";

/** Listings per transaction. After a timeout, fewer are tried. */
const LISTINGS_AT_ONCE = 200;
const FEWEST_AT_ONCE = 1;
const PERSONS_AT_ONCE = 500;
/** PostgreSQL's error code for a statement that exceeded `statement_timeout`. */
const TOOK_TOO_LONG = "57014";

interface ChangedListing {
  readonly type: string;
  readonly id: string;
  readonly at: string;
  /** Its old price, if nothing but a higher price is new. Otherwise null. */
  readonly was: number | null;
}

interface PendingNotice {
  readonly userIds: string[];
  /** The words of the search, or its name. */
  readonly label: string;
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly photo: string | null;
  /** Null for a notice about one listing. */
  readonly more: number | null;
  /** The path and query of the search; null for a notice about one listing. */
  readonly address: string | null;
}

/**
 * The job "listing-changes" matches new listings in transactions of a few, until none is waiting. Several servers may
 * run it at the same time.
 */
export async function matchNewListings(signal?: AbortSignal): Promise<void> {
  let most = LISTINGS_AT_ONCE;
  for (let matched = most; matched > 0 && !signal?.aborted; ) {
    try {
      matched = await db()
        .transaction()
        .execute((trx) => matchSome(trx, most));
    } catch (error) {
      // There were too many matches for one transaction.
      if ((error as { code?: string }).code !== TOOK_TOO_LONG || most === FEWEST_AT_ONCE) throw error;
      most = Math.max(FEWEST_AT_ONCE, Math.floor(most / 8));
    }
  }
}

async function matchSome(trx: Transaction<DB>, most: number): Promise<number> {
  const taken = await prepared(
    sql<ChangedListing>`
      delete from listing_changes where id in (
        select id from listing_changes where what = 'new' order by id limit ${most} for update skip locked
      ) returning type, listing_id as id, created_at::text as at, was_cents as was
    `,
    trx,
  );
  if (taken.length === 0) return 0;
  // There may be ten thousand matches. They are sorted several times, and should stay in memory.
  await sql`set local work_mem = '64MB'`.execute(trx);
  await notifyAll((await matchListings(trx, taken)).flatMap(noticeOf), trx);
  return taken.length;
}

/**
 * Finds pairs of a new listing and a saved search by the index of anchors (`anchorsOf` in rules.ts). It runs `analyze`
 * on the temporary table `found`, because the planner would assume two rows where there can be a hundred thousand. A
 * change from before a search was saved does not match it, nor does a higher price if the search allowed the old one.
 */
async function matchListings(
  trx: Transaction<DB>,
  listings: readonly ChangedListing[],
): Promise<PendingNotice[]> {
  const [types, ids] = [listings.map(({ type }) => type), listings.map(({ id }) => id)];
  const [moments, prices] = [listings.map(({ at }) => at), listings.map(({ was }) => was)];
  await sql`
    create temporary table found on commit drop as
    with listing as materialized (
      select listings.type, listings.id, listings.user_id, listings.name, price_cents, attributes, country, latitude, longitude,
        approximate, created_at, search, listing.at, listing.was,
        array(select listings.type || ' ' || one from unnest(tsvector_to_array(search)) as one) || listings.type
          || coalesce(listings.type || ${` ${MODEL_KEY}`} || model_id, listings.type)
          || (listings.type || ${` ${SELLER_KEY}`} || listings.user_id) as anchors
      from (
        select type, id, max(at) as at, case when bool_and(was is not null) then min(was) end as was
        from unnest(${types}::text[], ${ids}::uuid[], ${moments}::timestamptz[], ${prices}::integer[])
          as row (type, id, at, was)
        group by type, id
      ) listing
      join listings on listings.type = listing.type and listings.id = listing.id
      where ${isOnOffer}
    )
    select saved.user_id, listing.type, listing.id, saved.id as search_id, tell, listing.name, listing.created_at,
      coalesce(nullif(words, ''), saved.name) as label
    from listing
    join saved_search_queries as query on query.anchors && listing.anchors
    join saved_searches as saved on saved.id = query.search_id
    where query.type = listing.type and saved.user_id <> listing.user_id and saved.created_at <= listing.at
      and (query.min_cents is null or price_cents >= query.min_cents)
      and (listing.was is null or query.min_cents > listing.was)
      and (query.max_cents is null or price_cents <= query.max_cents)
      and (query.country is null or listing.country = query.country)
      and (query.query is null or ts_match_vq(search, query.query))
      and (query.max_days is null or listing.created_at >= now() - make_interval(hours => 24 * query.max_days))
      and (query.ranges is null or not exists (
        select from jsonb_each(query.ranges) as range (field, ends), lateral (
          select case when jsonb_typeof(attributes -> field) = 'number' then (attributes -> field)::numeric end as n
        ) as value
        where not coalesce(
          n >= coalesce((ends ->> 0)::numeric, '-Infinity') and n <= coalesce((ends ->> 1)::numeric, 'Infinity'), false)
      ))
      and (query.max_km is null or case when listing.latitude is not null
        then distance_km(listing.latitude, listing.longitude, query.latitude, query.longitude)
          + case when listing.approximate then ${sql.lit(REGION_KM)} else 0 end <= query.max_km else false end)
  `.execute(trx);
  await sql`analyze found`.execute(trx);
  return noticesToSend(trx);
}

/** Users who had a notice about the listing already get none. */
async function noticesToSend(trx: Transaction<DB>): Promise<PendingNotice[]> {
  const { rows } = await sql<PendingNotice>`
    with before as materialized (
      select distinct found.user_id, found.type, found.id from found
      join saved_search_matches as known
        on known.user_id = found.user_id and known.listing_type = found.type and known.listing_id = found.id
      join saved_searches as saved on saved.id = known.search_id
      where not known.known and saved.tell
    ),
    -- Skips searches that are being removed. Locks profiles first, as account deletion does, so that both cannot deadlock.
    existing as materialized (
      select saved.id from profiles join saved_searches as saved on saved.user_id = profiles.id
      where saved.id in (select search_id from found)
      order by profiles.id, saved.id
      for key share of profiles, saved
    ),
    stored as (
      insert into saved_search_matches as known (user_id, listing_type, listing_id, search_id)
        select user_id, type, id, search_id from found where search_id in (select id from existing)
        order by user_id, type, id, search_id
        on conflict (user_id, listing_type, listing_id, search_id) do update set known = false, matched_at = now()
        where known.known
        returning user_id, listing_type as type, listing_id as id, search_id
    ),
    -- One notice per person and listing, for the search that was saved first.
    to_notify as (
      select distinct on (user_id, type, id) found.*
      from stored join found using (user_id, type, id, search_id)
      where tell and (user_id, type, id) not in (select user_id, type, id from before)
      order by user_id, type, id, search_id
    ),
    numbered as (
      select to_notify.*, count(*) over (partition by search_id) as n,
        row_number() over (partition by search_id order by created_at desc, id desc) as place
      from to_notify
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
      and photos.hidden is null
  `.execute(trx);
  return rows;
}

function noticeOf(pending: PendingNotice): Notice[] {
  const { type, id, name, photo, label, userIds, more, address } = pending;
  const definition = categoryOfType(type);
  if (!definition) return [];
  const parsed = address === null ? null : readAddress(address);
  const search = parsed && newestFirstHref(parsed);
  return [
    {
      kind: "saved_search",
      // The key contains no search, so that a user with several matching searches gets one notice.
      eventKey: `${type}/${id}`,
      userIds,
      facts: { search: label, listing: name, more: more ?? 0 },
      path: shortEnough(search) ?? listingPath(definition, id),
      searchQuery: label,
      ...(photo !== null && { imageUrl: photoUrl(photo, 160) }),
    },
  ];
}

const LONGEST_PATH = 1000;

function shortEnough(search: string | null): string | null {
  return search !== null && search.length > LONGEST_PATH ? SAVED_PATH : search;
}

/** After this time no match counts as new. */
const RETENTION_DAYS = 30;

export async function deleteExpiredMatches(): Promise<void> {
  await sql`
    delete from saved_search_matches where matched_at < now() - make_interval(days => ${RETENTION_DAYS})
  `.execute(db());
}
