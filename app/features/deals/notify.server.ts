import { sql, type Transaction } from "kysely";
import { href } from "react-router";
import { listingPathOf } from "#app/domain/categories/registry.ts";
import type { LiveEvents } from "#app/domain/events.ts";
import type { DealEvent } from "#app/domain/notification-kinds.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import type { DB } from "#app/platform/db-types.ts";
import { publishEach } from "#app/platform/events.server.ts";
import { notify } from "#app/platform/notify.server.ts";

/** The actions of one party of a deal that notify the other. */
export type Done =
  | Exclude<DealEvent, "reserved" | "sold" | `taken${string}` | "available" | `offer_${string}`>
  | "offer_accepted";

/** How many interested users are notified, the latest first. */
const MAX_NOTIFIED = 500;

/**
 * Notifies about a change of a deal. The other party gets a notification. When the last piece is taken, all other
 * interested users get one too. Open pages get an event and fetch again. It must be the last write of its
 * transaction.
 * @param actor null: nobody acted, and both parties are notified
 * @param options.key what happens once: the deal, or a proposal
 */
export async function notifyDeal(
  trx: Transaction<DB>,
  actor: Viewer | null,
  dealId: string,
  done: Done,
  { tookLastPiece, key = dealId }: { readonly tookLastPiece: boolean; readonly key?: string },
): Promise<void> {
  const deal = await trx
    .selectFrom("deals")
    .select(["room_id", "listing_type", "listing_id", "listing_name", "seller_id", "buyer_id", "pieces"])
    .select("seller_confirmed_at")
    .where("id", "=", dealId)
    .executeTakeFirstOrThrow();
  const others = await othersWhoWrote(trx, deal);
  const notified = [deal.seller_id, deal.buyer_id].filter((id) => id !== null);
  const facts = { username: actor?.username ?? "", listing: deal.listing_name };
  const path = listingPathOf(deal.listing_type, deal.listing_id ?? "");
  const isSold = deal.seller_confirmed_at !== null;
  // A deal that was first reserved and then sold is proposed twice.
  const event = done === "proposed" ? (isSold ? "sold" : "reserved") : done;
  const toOther = {
    kind: "deal",
    eventKey: `${key}:${event}`,
    userIds: notified.filter((id) => id !== actor?.id),
    facts: { ...facts, event },
    path:
      (done === "proposed" || done === "requested") && deal.room_id !== null
        ? href("/messages/:roomId", { roomId: deal.room_id })
        : href("/orders/:dealId", { dealId }),
    ...(actor && { aboutId: actor.id }),
  } as const;
  await notify(toOther, trx);
  const recipients = tookLastPiece ? others.filter(({ wrote }) => wrote).map(({ userId }) => userId) : [];
  const toOthers = {
    eventKey: `${dealId}:taken`,
    userIds: recipients,
    facts: { ...facts, event: isSold ? "taken_sold" : "taken_reserved" },
  } as const;
  await notify({ kind: "deal", ...toOthers, path }, trx);
  const notifiedUsers =
    ENDS.includes(done) && (await isBack(trx, deal)) ? await notifiedOfEnd(trx, deal, others) : [];
  const back = {
    eventKey: `${dealId}:available`,
    userIds: notifiedUsers,
    facts: { ...facts, event: "available" },
  } as const;
  await notify({ kind: "deal", ...back, path }, trx);
  const rooms = others.map(({ roomId }) => roomId);
  const own = deal.room_id === null ? [] : [deal.room_id];
  const events = new Map<string, LiveEvents["deal.changed"]>();
  for (const { userId, roomId } of others) events.set(userId, { dealId: null, roomIds: [roomId] });
  if (deal.buyer_id !== null) events.set(deal.buyer_id, { dealId, roomIds: own });
  if (deal.seller_id !== null) events.set(deal.seller_id, { dealId, roomIds: [...own, ...rooms] });
  await publishEach(trx, "deal.changed", events);
}

/** After these the pieces are on offer again. */
const ENDS: readonly Done[] = [
  "cancelled",
  "cancellation_confirmed",
  "ended_unpaid",
  "ended_not_collected",
  "ended_not_handed_over",
  "request_declined",
  "request_lapsed",
];

interface Ended {
  readonly listing_type: string;
  readonly listing_id: string | null;
  readonly pieces: number;
}

/** Whether the listing of a deal that has just ended was gone before. */
async function isBack(trx: Transaction<DB>, { listing_type, listing_id, pieces }: Ended): Promise<boolean> {
  if (listing_id === null) return false;
  const listing = await trx
    .selectFrom("listings")
    .select(["quantity", "reserved"])
    .where("type", "=", listing_type)
    .where("id", "=", listing_id)
    .where("hidden", "is", null)
    .executeTakeFirst();
  return listing !== undefined && listing.quantity - listing.reserved === pieces;
}

/** Those of the others who were notified that a deal took the last piece. Favourites have their own notices. */
async function notifiedOfEnd(
  trx: Transaction<DB>,
  { listing_type, listing_id }: Ended,
  others: readonly { userId: string; wrote: boolean }[],
): Promise<string[]> {
  const userIds = others.filter(({ wrote }) => wrote).map(({ userId }) => userId);
  const notified = await trx
    .selectFrom("notifications")
    .select("user_id")
    .distinct()
    .where("user_id", "=", sql<string>`any(${userIds}::uuid[])`)
    .where("kind", "=", "deal")
    .where(
      sql<boolean>`event_key in (
        select deals.id || ':taken' from deals where listing_type = ${listing_type} and listing_id = ${listing_id}
      )`,
    )
    .execute();
  return notified.map(({ user_id }) => user_id);
}

/**
 * All users with a room about the listing, except the deal's buyer. `wrote`: the user wrote, neither blocks the other,
 * and it is not a favourite of theirs, which has its own notices: nobody gets two for one event.
 */
async function othersWhoWrote(
  trx: Transaction<DB>,
  deal: { listing_type: string; listing_id: string | null; buyer_id: string | null },
) {
  if (deal.listing_id === null) return [];
  const rooms = await trx
    .selectFrom("chat_rooms")
    .select(["id", "buyer_id", "blocked", "last_message_at"])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("favorites")
          .select("user_id")
          .whereRef("favorites.user_id", "=", "chat_rooms.buyer_id")
          .whereRef("favorites.listing_type", "=", "chat_rooms.listing_type")
          .whereRef("favorites.listing_id", "=", "chat_rooms.listing_id"),
      ).as("favorite"),
    )
    .where("listing_type", "=", deal.listing_type)
    .where("listing_id", "=", deal.listing_id)
    .where("buyer_id", "is not", null)
    .where("buyer_id", "is distinct from", deal.buyer_id)
    .orderBy("last_message_at", (order) => order.desc().nullsLast())
    .limit(MAX_NOTIFIED)
    .execute();
  return rooms.flatMap(({ id, buyer_id, blocked, last_message_at, favorite }) => {
    const wrote = !blocked && last_message_at !== null && favorite !== true;
    return buyer_id === null ? [] : [{ userId: buyer_id, roomId: id, wrote }];
  });
}
