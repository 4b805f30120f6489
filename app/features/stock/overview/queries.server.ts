import { type RawBuilder, sql } from "kysely";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { isOverpriced } from "#app/domain/models/far-price.ts";
import { isOnOffer } from "#app/features/listings/on-offer.server.ts";
import { guidesForSeller } from "#app/features/prices/guide.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { WeekCount } from "./weeks.ts";

/** Rows of any list: a shop with more has to answer these first. */
const MAX_ROWS = 1_000;

/** The most expensive listings are compared with the price guide. */
const MAX_COMPARED = 500;

/** A question of a buyer that is older is not shown any more. */
const OLDEST_QUESTION_DAYS = 90;

export interface WaitingOffer {
  readonly room_id: string;
  readonly listing_name: string;
  readonly pieces: number;
  /** For all pieces together. */
  readonly cents: number;
  readonly expires_at: Date;
}

/** SQL, of `offers`: whether its seller may still answer it. */
const WAITS_FOR_SELLER = sql<boolean>`(offers.state = 'open' and offers.made_by = 'buyer' and offers.expires_at > now())`;

/** The open offers of buyers, the first to expire first. */
export async function offersToAnswer(sellerId: string): Promise<readonly WaitingOffer[]> {
  const { rows } = await sql<WaitingOffer>`
    select room.id as room_id, room.listing_name, offers.pieces, offers.price_cents as cents, offers.expires_at
    from chat_rooms room join offers on offers.room_id = room.id
    where room.seller_id = ${sellerId} and ${WAITS_FOR_SELLER}
    order by offers.expires_at, room.id limit ${MAX_ROWS}
  `.execute(db());
  return rows;
}

export interface WaitingQuestion {
  readonly room_id: string;
  readonly listing_name: string;
  readonly buyer: string;
  readonly asked_at: Date;
}

/**
 * Conversations whose last message is the buyer's, the longest waiting first. Those with an offer to answer are among
 * the offers, and blocked ones cannot be answered.
 */
export async function questionsToAnswer(sellerId: string): Promise<readonly WaitingQuestion[]> {
  const { rows } = await sql<WaitingQuestion>`
    select room.id as room_id, room.listing_name, profiles.username as buyer, last.created_at as asked_at
    from chat_rooms room join profiles on profiles.id = room.buyer_id
    cross join lateral (
      select sender_id, created_at from chat_messages where chat_room_id = room.id order by seq desc limit 1
    ) last
    where room.seller_id = ${sellerId} and not room.blocked and last.sender_id = room.buyer_id
      and not exists (select from offers where offers.room_id = room.id and ${WAITS_FOR_SELLER})
      and coalesce(room.last_message_at, room.created_at) > now() - make_interval(days => ${OLDEST_QUESTION_DAYS})
    order by last.created_at, room.id limit ${MAX_ROWS}
  `.execute(db());
  return rows;
}

/**
 * By week since a day, in UTC: how many signed-in people looked at the seller's listings, each listing by its latest view,
 * and how many chose one as a favourite.
 */
export async function interestByWeek(
  sellerId: string,
  since: string,
): Promise<{ readonly views: readonly WeekCount[]; readonly hearts: readonly WeekCount[] }> {
  const [views, hearts] = await Promise.all([
    countByWeek(sellerId, since, "recently_viewed", "viewed_at"),
    countByWeek(sellerId, since, "favorites", "created_at"),
  ]);
  return { views, hearts };
}

async function countByWeek(
  sellerId: string,
  since: string,
  table: string,
  column: string,
): Promise<readonly WeekCount[]> {
  const moment: RawBuilder<unknown> = sql`seen.${sql.ref(column)}`;
  const { rows } = await sql<WeekCount>`
    select date_trunc('week', ${moment} at time zone 'UTC')::date as week, count(*) as count
    from listings join ${sql.table(table)} seen on seen.listing_type = listings.type and seen.listing_id = listings.id
    where listings.user_id = ${sellerId} and seen.user_id <> ${sellerId}
      and ${moment} >= ${since}::date at time zone 'UTC'
    group by 1
  `.execute(db());
  return rows;
}

export interface StockFaults {
  readonly stale: number;
  /** Pictures that could not be fetched. */
  readonly failedPictures: number;
  /** The newest upload with failed rows or a fault, of the last week. */
  readonly upload: { readonly id: string; readonly file_name: string; readonly failed: number } | null;
}

/** @param stale an SQL condition on `listings`: those of the seller that are for sale for too long */
export async function stockFaults(sellerId: string, stale: RawBuilder<boolean>): Promise<StockFaults> {
  const { rows } = await sql<StockFaults>`
    select
      (select count(*) from listings where ${stale}) as stale,
      (select count(*) from picture_orders where user_id = ${sellerId} and state = 'failed') as "failedPictures",
      (
        select to_json(faulty) from (
          select id, file_name, failed from uploads
          where user_id = ${sellerId} and created_at > now() - interval '7 days' and (failed > 0 or state = 'refused')
          order by created_at desc limit 1
        ) faulty
      ) as upload
  `.execute(db());
  return rows[0] ?? { stale: 0, failedPictures: 0, upload: null };
}

interface ModelledRow {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly model_id: string;
  readonly condition: string | null;
  readonly cents: number;
}

export interface Overpriced {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly cents: number;
  /** The range of the price guide. */
  readonly lowCents: number;
  readonly highCents: number;
}

/** Of the most expensive listings on offer, those far above the price guide, the farthest first. */
export async function overpricedOf(sellerId: string): Promise<readonly Overpriced[]> {
  const { rows } = await sql<ModelledRow>`
    select type, id, name, model_id, attributes ->> 'condition' as condition, price_cents as cents
    from listings where user_id = ${sellerId} and ${isOnOffer} and model_id is not null
    order by price_cents desc, id limit ${MAX_COMPARED}
  `.execute(db());
  const compared = await Promise.all(
    CATEGORIES.map(async (definition) => {
      const ofType = rows.filter(({ type }) => type === definition.type);
      if (ofType.length === 0) return [];
      const models = [...new Set(ofType.map(({ model_id }) => model_id))];
      const guideOf = await guidesForSeller(definition, models, sellerId);
      return ofType.flatMap(({ type, id, name, model_id, condition, cents }) => {
        const range = guideOf(model_id, condition)?.range;
        return range && isOverpriced(cents, range)
          ? [{ type, id, name, cents, lowCents: range.lowCents, highCents: range.highCents }]
          : [];
      });
    }),
  );
  return compared.flat().sort((one, other) => other.cents / other.highCents - one.cents / one.highCents);
}
