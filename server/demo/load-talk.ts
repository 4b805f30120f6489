import { sql, type Transaction } from "kysely";
import { movePieces } from "#app/features/deals/pieces.server.ts";
import { NO_PIECES, piecesOf } from "#app/features/deals/rules.ts";
import type { DB } from "#app/platform/db-types.ts";
import { CHATS } from "./chats.ts";
import { PROMISES, SALES } from "./deals.ts";
import { ago, DAY, found, type Listings } from "./loading.ts";
import { FAVORITES, PRICE_DROPS, REVIEWS } from "./talk.ts";

const MINUTE = 60_000;

export async function insertReviews(
  trx: Transaction<DB>,
  now: Date,
  people: ReadonlyMap<string, string>,
): Promise<void> {
  await trx
    .insertInto("user_reviews")
    .values(
      REVIEWS.map(({ by, of, rating, comment, days }) => ({
        reviewer_id: found(people, by),
        reviewed_user_id: found(people, of),
        rating,
        comment,
        created_at: ago(now, days * DAY),
        visible_at: ago(now, days * DAY),
        // Nobody is told today of what was written weeks ago.
        told: true,
      })),
    )
    .execute();
}

export async function insertFavorites(
  trx: Transaction<DB>,
  people: ReadonlyMap<string, string>,
  listings: Listings,
): Promise<void> {
  await trx
    .insertInto("favorites")
    .values(
      Object.entries(FAVORITES).flatMap(([username, names]) =>
        names.map((name) => ({
          user_id: found(people, username),
          listing_type: found(listings, name).type,
          listing_id: found(listings, name).id,
        })),
      ),
    )
    .execute();
}

/** After the favourites: who likes something later is not told of what it cost before. */
export async function insertPriceDrops(trx: Transaction<DB>, listings: Listings): Promise<void> {
  await trx
    .insertInto("listing_changes")
    .values(
      PRICE_DROPS.map(([name, wasEuros]) => ({
        what: "price_drop",
        type: found(listings, name).type,
        listing_id: found(listings, name).id,
        was_cents: wasEuros * 100,
      })),
    )
    .execute();
}

export async function insertChats(
  trx: Transaction<DB>,
  now: Date,
  people: ReadonlyMap<string, string>,
  listings: Listings,
): Promise<void> {
  for (const { about, buyer, messages, unread } of CHATS) {
    const listing = found(listings, about);
    const [buyerId, sellerId] = [found(people, buyer), listing.user_id];
    const [first, last] = [messages[0], messages.at(-1)];
    if (!first || !last) continue;
    const room = await trx
      .insertInto("chat_rooms")
      .values({
        listing_type: listing.type,
        listing_id: listing.id,
        listing_name: about,
        seller_id: sellerId,
        buyer_id: buyerId,
        seq: messages.length,
        last_message_at: ago(now, last[1] * MINUTE),
        created_at: ago(now, first[1] * MINUTE),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("chat_messages")
      .values(
        messages.map(([by, minutes, message], index) => ({
          chat_room_id: room.id,
          seq: index + 1,
          sender_id: found(people, by),
          client_id: sql<string>`uuidv7()`,
          message,
          created_at: ago(now, minutes * MINUTE),
        })),
      )
      .execute();
    const reader = found(people, last[0]) === buyerId ? sellerId : buyerId;
    await trx
      .insertInto("chat_notifications")
      .values({ chat_room_id: room.id, user_id: reader, unread_count: unread })
      .execute();
  }
}

/** After the conversations, to which those under way belong. */
export async function insertDeals(
  trx: Transaction<DB>,
  now: Date,
  people: ReadonlyMap<string, string>,
  listings: Listings,
): Promise<void> {
  for (const { type, name, seller, buyer, euros, days, sent } of SALES) {
    const [agreed, received] = [ago(now, days * DAY), ago(now, (days - 3) * DAY)];
    const isDone = buyer !== null;
    await trx
      .insertInto("deals")
      .values({
        elsewhere: !isDone,
        listing_type: type,
        listing_name: name,
        seller_id: found(people, seller),
        buyer_id: buyer && found(people, buyer),
        price_cents: euros * 100,
        seller_confirmed_at: agreed,
        created_at: agreed,
        updated_at: received,
        ...(isDone && {
          state: "received",
          buyer_confirmed_at: agreed,
          given_at: agreed,
          received_at: received,
        }),
        ...(sent && { carrier: sent[0], tracking_number: sent[1] }),
      })
      .execute();
  }
  for (const { about, buyer, euros, hours, agreed } of PROMISES) {
    const { type, id, user_id } = found(listings, about);
    const at = ago(now, hours * 60 * MINUTE);
    const buyerId = found(people, buyer);
    await trx
      .insertInto("deals")
      .values({
        room_id: trx
          .selectFrom("chat_rooms")
          .select("id")
          .where("listing_id", "=", id)
          .where("buyer_id", "=", buyerId),
        listing_type: type,
        listing_id: id,
        listing_name: about,
        seller_id: user_id,
        buyer_id: buyerId,
        price_cents: euros * 100,
        created_at: at,
        updated_at: at,
        ...(agreed && { state: "agreed", seller_confirmed_at: at, buyer_confirmed_at: at }),
      })
      .execute();
    const taken = piecesOf({ state: agreed ? "agreed" : "open", sellerConfirmed: agreed }, 1);
    await movePieces(trx, { listing_type: type, listing_id: id }, NO_PIECES, taken);
  }
}
