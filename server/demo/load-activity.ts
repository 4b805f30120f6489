import { sql, type Transaction } from "kysely";
import { insertDeal } from "#app/features/deals/rows.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { deals, favorites, messages, priceDrops, reviews } from "./data.ts";

export interface Listing {
  readonly type: string;
  readonly id: string;
  readonly user_id: string;
  readonly listedAt: Date;
}

/** By name. */
export type Listings = ReadonlyMap<string, Listing>;

type Ids = ReadonlyMap<string, string>;

const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const ago = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);

/** @throws when no file of the demo data defines this name */
export function required<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo stock has no ${String(key)}.`);
  return value;
}

export async function insertReviews(trx: Transaction<DB>, now: Date, people: Ids): Promise<void> {
  await trx
    .insertInto("user_reviews")
    .values(
      reviews().map(({ by, of, rating, comment, daysAgo }) => ({
        reviewer_id: required(people, by),
        reviewed_user_id: required(people, of),
        rating,
        comment,
        created_at: ago(now, daysAgo * DAY),
        visible_at: ago(now, daysAgo * DAY),
        deal_id: trx
          .selectFrom("deals")
          .select("id")
          .where("state", "=", "received")
          .where("received_at", "<=", ago(now, daysAgo * DAY))
          .where((eb) =>
            eb.or([
              eb.and({ seller_id: required(people, by), buyer_id: required(people, of) }),
              eb.and({ seller_id: required(people, of), buyer_id: required(people, by) }),
            ]),
          )
          .orderBy("received_at", "desc")
          .limit(1),
        // Nobody is notified of reviews of weeks ago.
        told: true,
      })),
    )
    .execute();
}

export async function insertFavorites(trx: Transaction<DB>, people: Ids, listings: Listings): Promise<void> {
  await trx
    .insertInto("favorites")
    .values(
      favorites().map(({ username, listing }) => ({
        user_id: required(people, username),
        listing_type: required(listings, listing).type,
        listing_id: required(listings, listing).id,
      })),
    )
    .execute();
}

/** Call it after `insertFavorites`: people are notified only of price drops after they added a favourite. */
export async function insertPriceDrops(trx: Transaction<DB>, listings: Listings): Promise<void> {
  await trx
    .insertInto("listing_changes")
    .values(
      priceDrops().map(({ listing, formerPrice }) => ({
        what: "price_drop",
        type: required(listings, listing).type,
        listing_id: required(listings, listing).id,
        was_cents: formerPrice * 100,
      })),
    )
    .execute();
}

export async function insertChats(
  trx: Transaction<DB>,
  now: Date,
  people: Ids,
  listings: Listings,
): Promise<void> {
  const rooms = Map.groupBy(messages(), ({ listing, buyer }) => `${buyer} ${listing}`);
  for (const messages of rooms.values()) {
    const [first, last] = [messages[0], messages.at(-1)];
    if (!first || !last) continue;
    const listing = required(listings, first.listing);
    const [buyerId, sellerId] = [required(people, first.buyer), listing.user_id];
    const room = await trx
      .insertInto("chat_rooms")
      .values({
        listing_type: listing.type,
        listing_id: listing.id,
        listing_name: first.listing,
        seller_id: sellerId,
        buyer_id: buyerId,
        seq: messages.length,
        last_message_at: ago(now, last.minutesAgo * MINUTE),
        created_at: ago(now, first.minutesAgo * MINUTE),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("chat_messages")
      .values(
        messages.map(({ sender, minutesAgo, message }, index) => ({
          chat_room_id: room.id,
          seq: index + 1,
          sender_id: required(people, sender),
          client_id: sql<string>`uuidv7()`,
          message,
          created_at: ago(now, minutesAgo * MINUTE),
        })),
      )
      .execute();
    const reader = required(people, last.sender) === buyerId ? sellerId : buyerId;
    const unread = messages.filter(({ isRead }) => !isRead).length;
    await trx
      .insertInto("chat_notifications")
      .values({ chat_room_id: room.id, user_id: reader, unread_count: unread })
      .execute();
  }
}

/** Call it after `insertChats`: deals under way belong to a room. */
export async function insertDeals(
  trx: Transaction<DB>,
  now: Date,
  people: Ids,
  listings: Listings,
): Promise<void> {
  for (const deal of deals()) {
    const agreedAt = ago(now, deal.agreedDaysAgo * DAY);
    const receivedAt = deal.receivedDaysAgo === null ? null : ago(now, deal.receivedDaysAgo * DAY);
    const state = deal.step === "agreed" || deal.step === "received" ? deal.step : "open";
    // The listing of a finished deal was deleted.
    const isUnderWay = deal.step === "reserved" || deal.step === "agreed";
    const listing = isUnderWay ? required(listings, deal.listing) : undefined;
    const buyerId = deal.buyer && required(people, deal.buyer);
    const item = {
      type: deal.type,
      id: listing?.id ?? null,
      name: deal.listing,
      pieces: 1,
      condition: deal.condition,
      model_id:
        deal.model &&
        trx.selectFrom("models").select("id").where("type", "=", deal.type).where("slug", "=", deal.model),
    };
    await insertDeal(
      trx,
      [item],
      {
        room_id:
          listing &&
          trx
            .selectFrom("chat_rooms")
            .select("id")
            .where("listing_id", "=", listing.id)
            .where("buyer_id", "=", buyerId),
        seller_id: required(people, deal.seller),
        buyer_id: buyerId,
        elsewhere: deal.step === "elsewhere",
        price_cents: deal.price * 100,
        seller_confirmed_at: deal.step === "reserved" ? null : agreedAt,
        buyer_confirmed_at: state === "open" ? null : agreedAt,
        given_at: receivedAt && agreedAt,
        given_as: receivedAt && (deal.carrier === null ? "handed_over" : "sent"),
        received_at: receivedAt,
        carrier: deal.carrier,
        tracking_number: deal.trackingNumber,
        created_at: agreedAt,
        updated_at: receivedAt ?? agreedAt,
      },
      { state, sellerConfirmed: deal.step !== "reserved" },
    );
  }
}
