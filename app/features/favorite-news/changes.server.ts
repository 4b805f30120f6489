import { type RawBuilder, sql, type Transaction } from "kysely";
import { listingPathOf } from "#app/domain/categories/registry.ts";
import type { ListingStatus } from "#app/domain/listing.ts";
import { isOnOffer } from "#app/features/listings/on-offer.server.ts";
import { photoUrl } from "#app/features/photos/photo.ts";
import { inBatches, prepared } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { type Notice, notifyAll } from "#app/platform/notify.server.ts";
import { type FavoriteNews, type ListingChange, newsSince } from "./rules.ts";

/** The most users of one job, so that its transactions stay small for a popular listing. */
const PERSONS_AT_ONCE = 1_000;
const CHANGES_AT_ONCE = 200;
/** `cancelled_at` is when the transaction began, before it logged its change. No transaction takes longer than this. */
const A_TRANSACTION = "1 minute";

type Change = { id: number; what: ListingChange; wasCents: number | null; at: string };

/** A listing with its pending changes, in order. */
interface Changed {
  readonly type: string;
  readonly id: string;
  readonly changes: readonly Change[];
  readonly name: string;
  readonly photo: string | null;
  /** The current price in euro cents; null when the listing is not for sale. */
  readonly cents: number | null;
  /** Null when the listing was deleted. */
  readonly status: ListingStatus | null;
  readonly sellerId: string | null;
  /** For a deleted listing: who had it as a favourite, and since when. */
  readonly fond: { readonly persons: string[]; readonly since: string[] } | null;
}

/**
 * Notifies users about favourites that became cheaper, are no longer for sale, or are for sale again. Several pending
 * changes of a listing make one notification; changes that cancel out make none. The job "listing-changes" calls it.
 */
export function notifyFavoriteChanges(signal?: AbortSignal): Promise<void> {
  return inBatches(async (trx) => {
    // One server at a time, so that all pending changes of a listing make one notification.
    await sql`select pg_advisory_xact_lock(hashtextextended('favorite changes', 0))`.execute(trx);
    const changed = await claimChanges(trx);
    for (const listing of changed) await notifyAll(await noticesOf(trx, listing), trx);
    return changed.length > 0;
  }, signal);
}

/**
 * Deletes pending changes and returns them with the current state of their listings. One statement does both, so that
 * both are read from one snapshot: the state never includes a change that is not among the returned ones.
 */
async function claimChanges(trx: Transaction<DB>): Promise<Changed[]> {
  return prepared(
    sql<Changed>`
      with due as materialized (
        select distinct type, listing_id from (
          select type, listing_id from listing_changes where what <> 'new' order by id limit ${CHANGES_AT_ONCE}
        ) first
      ),
      deleted as (
        delete from listing_changes as change using due
        where change.type = due.type and change.listing_id = due.listing_id and what <> 'new'
        returning change.*
      )
      select due.type, due.listing_id as id, changes, coalesce(listings.name, last_name) as name,
        case when ${isOnOffer} then price_cents end as cents, status, listings.user_id as "sellerId", photo.key as photo, fond
      from due
      join lateral (
        select
          json_agg(json_build_object('id', id, 'what', what, 'wasCents', was_cents, 'at', created_at) order by id) as changes,
          max(name) as last_name
        from deleted where type = due.type and listing_id = due.listing_id
      ) happened on changes is not null
      left join lateral (
        select json_build_object('persons', user_ids, 'since', fond_since) as fond from deleted
        where type = due.type and listing_id = due.listing_id and user_ids is not null
      ) gone on true
      left join listings on listings.type = due.type and listings.id = due.listing_id
      left join photos as photo
        on photo.listing_type = due.type and photo.listing_id = due.listing_id
        and photo.position = 0 and photo.hidden is null
      `,
    trx,
  );
}

async function noticesOf(trx: Transaction<DB>, listing: Changed): Promise<Notice[]> {
  const { type, id, changes, photo } = listing;
  // To other people a hidden listing looks deleted, and nobody is notified of that.
  if (listing.status === "hidden") return [];
  const now = listing.cents === null ? null : { cents: listing.cents };
  const news = changes.map((change) => newsSince(change, now));
  if (news.every((one) => one === null)) return [];
  const persons = await personsByFirstChange(trx, listing);
  return persons.flatMap(({ first, userIds }): Notice[] => {
    const change = news[first];
    if (!change) return [];
    return [
      {
        ...noticeOf(change, listing),
        // Each change is deleted once, so its id makes a unique event key.
        eventKey: `${id}:${changes.at(-1)?.id}`,
        userIds,
        path: listingPathOf(type, id),
        ...(photo !== null && { imageUrl: photoUrl(photo, 160) }),
      },
    ];
  });
}

function noticeOf(news: FavoriteNews, { name: listing, status }: Changed) {
  switch (news.kind) {
    case "price_drop":
      return { kind: news.kind, facts: { listing, wasCents: news.wasCents, nowCents: news.nowCents } };
    case "sold": {
      const taken = status === "reserved" || status === "sold";
      return { kind: news.kind, facts: { listing, ...(taken && { status }) } };
    }
    case "back":
      return { kind: news.kind, facts: { listing } };
  }
}

/**
 * The users who have the listing as a favourite, by the index of the first change after they added it. Unless the
 * listing was deleted, it leaves out buyers whose deal was neither received nor cancelled before the first change: they
 * are notified about the deal.
 */
async function personsByFirstChange(
  trx: Transaction<DB>,
  { type, id, changes, sellerId, fond }: Changed,
): Promise<{ first: number; userIds: string[] }[]> {
  const moments = changes.map(({ at }) => at);
  const persons: RawBuilder<unknown> = fond
    ? sql`select * from unnest(${fond.persons}::uuid[], ${fond.since}::timestamptz[]) as gone (user_id, since)`
    : sql`
        select user_id, created_at as since from favorites
        where listing_type = ${type} and listing_id = ${id} and user_id is distinct from ${sellerId}
          and not exists (
            select from deal_items items join deals on deals.id = items.deal_id
            where items.listing_type = ${type} and items.listing_id = ${id} and buyer_id = favorites.user_id
              and coalesce(received_at, cancelled_at + ${A_TRANSACTION}::interval, 'infinity')
                > ${moments[0]}::timestamptz
          )
      `;
  const { rows } = await sql<{ first: number; userIds: string[] }>`
    select first, array_agg(user_id) as "userIds"
    from (
      select user_id, first, (row_number() over (partition by first order by user_id) - 1) / ${PERSONS_AT_ONCE} as part
      from (
        select user_id, width_bucket(since, ${moments}::timestamptz[]) as first from (${persons}) as fond
      ) sorted
      where first < ${moments.length}
    ) parts
    group by first, part
    order by first, part
  `.execute(trx);
  return rows;
}
