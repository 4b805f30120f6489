import { sql, type Transaction } from "kysely";
import { href } from "react-router";
import { listingPathOf } from "#app/domain/categories/registry.ts";
import { dealName } from "#app/domain/deal.ts";
import type { DealAction } from "#app/domain/deal-process.ts";
import type { LiveEvents } from "#app/domain/events.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import type { DB } from "#app/platform/db-types.ts";
import { publishEach } from "#app/platform/events.server.ts";
import { notify } from "#app/platform/notify.server.ts";
import { type DealItem, itemsOf } from "./pieces.server.ts";

/** How many users with a conversation about an item learn of a change, at most. */
const MAX_NOTIFIED = 500;

/**
 * Notifies people about a change of a deal (`sendDealNotices`), and makes their open pages fetch the deal again. It must
 * be the last write of its transaction.
 */
export async function notifyDeal(
  trx: Transaction<DB>,
  actor: Viewer | null,
  dealId: string,
  action: DealAction,
  options: DealNoticeOptions = {},
): Promise<void> {
  await publishEach(trx, "deal.changed", await sendDealNotices(trx, actor, dealId, action, options));
}

interface DealNoticeOptions {
  readonly gone?: readonly string[];
  readonly key?: string;
  readonly reason?: string | null;
}

/**
 * Sends the notices about a change of a deal. The other party gets one. When the last piece of an item is taken or on
 * offer again, other interested users get one too.
 * @param actor null: neither party acted, or the one that did is deleted. All parties are notified
 * @param options.key the id of what the action is about, by default the deal, else a proposal or a shared address. The
 * same action with the same key notifies only once
 * @param options.reason what the actor wrote about it, for the mail
 * @param options.gone the ids of the listings whose last piece was taken
 * @returns the event for the open pages of each user
 */
export async function sendDealNotices(
  trx: Transaction<DB>,
  actor: Viewer | null,
  dealId: string,
  action: DealAction,
  { gone = [], key = dealId, reason = null }: DealNoticeOptions = {},
): Promise<Map<string, LiveEvents["deal.changed"]>> {
  const deal = await trx
    .selectFrom("deals")
    .select(["room_id", "seller_id", "buyer_id", "seller_confirmed_at"])
    .where("id", "=", dealId)
    .executeTakeFirstOrThrow();
  const items = await itemsOf(trx, dealId);
  const notified = [deal.seller_id, deal.buyer_id].filter((id) => id !== null);
  const username = actor?.username ?? "";
  const isSold = deal.seller_confirmed_at !== null;
  // These are two events, because a deal that is first reserved and then sold is proposed to the buyer twice.
  const event = action === "proposed" ? (isSold ? "sold" : "reserved") : action;
  const toOther = {
    kind: "deal",
    eventKey: `${key}:${event}`,
    userIds: notified.filter((id) => id !== actor?.id),
    facts: {
      username,
      listing: dealName(items[0]?.listing_name ?? "", items.length - 1),
      event,
      ...(reason !== null && { reason }),
    },
    path:
      (action === "proposed" || action === "requested") && deal.room_id !== null
        ? href("/messages/:roomId", { roomId: deal.room_id })
        : href("/orders/:dealId", { dealId }),
    ...(actor && { aboutId: actor.id }),
  } as const;
  await notify(toOther, trx);
  const others = new Map<string, string[]>();
  for (const [place, item] of items.entries()) {
    const { listing_id: id, listing_name: listing } = item;
    if (id === null) continue;
    const wrote = await othersWhoWrote(trx, item, deal.buyer_id);
    for (const { userId, roomId } of wrote) others.set(userId, [...(others.get(userId) ?? []), roomId]);
    const notice = {
      kind: "deal",
      eventKey: keyOf(dealId, "taken", place),
      userIds: gone.includes(id) ? wrote.filter((one) => one.wrote).map(({ userId }) => userId) : [],
      facts: { username, listing, event: isSold ? "taken_sold" : "taken_reserved" },
      path: listingPathOf(item.listing_type, id),
    } as const;
    await notify(notice, trx);
    const isAgain = ENDS.includes(action) && (await isBack(trx, item));
    const back = {
      kind: "deal",
      eventKey: keyOf(dealId, "available", place),
      userIds: isAgain ? await notifiedOfEnd(trx, item, wrote) : [],
      facts: { username, listing, event: "available" },
      path: listingPathOf(item.listing_type, id),
    } as const;
    await notify(back, trx);
  }
  const rooms = await roomsOf(trx, dealId);
  const events = new Map<string, LiveEvents["deal.changed"]>();
  for (const [userId, roomIds] of others) events.set(userId, { dealId: null, roomIds });
  if (deal.buyer_id !== null) events.set(deal.buyer_id, { dealId, roomIds: rooms });
  if (deal.seller_id !== null)
    events.set(deal.seller_id, { dealId, roomIds: [...rooms, ...[...others.values()].flat()] });
  return events;
}

async function roomsOf(trx: Transaction<DB>, dealId: string): Promise<string[]> {
  const rooms = await trx.selectFrom("deal_rooms").select("room_id").where("deal_id", "=", dealId).execute();
  return rooms.flatMap(({ room_id }) => room_id ?? []);
}

function keyOf(dealId: string, what: "taken" | "available", place: number): string {
  return place === 0 ? `${dealId}:${what}` : `${dealId}:${what}:${place}`;
}

/** SQL: the event key of such a notice (`keyOf`). For a query that reads `deal_items` as `items`. */
const keySql = (what: "taken" | "available") => sql<string>`(
  items.deal_id || ':' || ${sql.lit(what)} || case when items.place > 0 then ':' || items.place else '' end
)`;
export const TAKEN_KEY = keySql("taken");
const AVAILABLE_KEY = keySql("available");

const ENDS: readonly DealAction[] = [
  "cancelled",
  "cancellation_confirmed",
  "ended_unpaid",
  "ended_not_collected",
  "ended_not_handed_over",
  "ended_account_deleted",
  "request_declined",
  "request_lapsed",
];

/** Whether a listing had no pieces on offer until a deal with it ended just now. */
async function isBack(
  trx: Transaction<DB>,
  { listing_type, listing_id, pieces }: DealItem,
): Promise<boolean> {
  const listing = await trx
    .selectFrom("listings")
    .select(["quantity", "reserved"])
    .where("type", "=", listing_type)
    .where("id", "=", listing_id)
    .where("hidden", "is", null)
    .executeTakeFirst();
  return listing !== undefined && listing.quantity - listing.reserved === pieces;
}

/** The ids of those of `others` who were last notified that the listing is taken, and not that it is on offer again. */
async function notifiedOfEnd(
  trx: Transaction<DB>,
  { listing_type, listing_id }: DealItem,
  others: readonly { userId: string; wrote: boolean }[],
): Promise<string[]> {
  const userIds = others.filter(({ wrote }) => wrote).map(({ userId }) => userId);
  const { rows } = await sql<{ user_id: string; taken: boolean }>`
    select distinct on (user_id) user_id, event_key = taken_key as taken
    from notifications
    join (
      select ${TAKEN_KEY} as taken_key, ${AVAILABLE_KEY} as available_key from deal_items items
      where items.listing_type = ${listing_type} and items.listing_id = ${listing_id}
    ) keys on event_key in (taken_key, available_key)
    where user_id = any(${userIds}::uuid[]) and kind = 'deal'
    order by user_id, created_at desc
  `.execute(trx);
  return rows.filter(({ taken }) => taken).map(({ user_id }) => user_id);
}

/**
 * The users with a conversation about a listing, except the deal's buyer: at most MAX_NOTIFIED, those with the latest
 * messages. Those with `wrote` are notified: their conversation has messages, neither blocks the other, and the listing
 * is not their favourite, because favourites have their own notices.
 */
async function othersWhoWrote(
  trx: Transaction<DB>,
  { listing_type, listing_id }: DealItem,
  buyerId: string | null,
) {
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
    .where("listing_type", "=", listing_type)
    .where("listing_id", "=", listing_id)
    .where("buyer_id", "is not", null)
    .where("buyer_id", "is distinct from", buyerId)
    .orderBy("last_message_at", (order) => order.desc().nullsLast())
    .limit(MAX_NOTIFIED)
    .execute();
  return rooms.flatMap(({ id, buyer_id, blocked, last_message_at, favorite }) => {
    const wrote = !blocked && last_message_at !== null && favorite !== true;
    return buyer_id === null ? [] : [{ userId: buyer_id, roomId: id, wrote }];
  });
}
