import { sql, type Transaction } from "kysely";
import { DEAL, type DealForm, type DealStep } from "#app/domain/deal-process.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { can } from "#app/domain/policies.ts";
import { isTaken, refusalOf, toldOf } from "#app/domain/process.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { m } from "#app/paraglide/messages.js";
import type { DB } from "#app/platform/db-types.ts";
import { publishingTransaction } from "#app/platform/events.server.ts";
import { usernameOf } from "#app/platform/profile.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { notifyDeal } from "./notify.server.ts";
import {
  type DealItem,
  itemsOf,
  type LockedListing,
  listingsGone,
  lockListings,
  tooFewLeft,
} from "./pieces.server.ts";
import { endProposal } from "./proposals.server.ts";
import { insertDeal, lockedDeal, writeStep } from "./rows.server.ts";
import type { DealInput } from "./schema.ts";

export interface RecordedDeal {
  readonly dealId: string;
  /** Nothing was done, because an earlier click or another tab did it already. */
  readonly repeated: boolean;
  /** The other party's name, or null for a buyer outside the shop or a deleted user. */
  readonly other: string | null;
}

/**
 * Reserves or sells pieces of the viewer's listings, which starts a deal (docs/decisions/0047-deals.md). A
 * form that is sent twice makes one deal.
 * @throws 403 not the viewer's listing, the buyer was deleted, or one of the two blocks the other; 404 a listing does
 * not exist or is hidden, or no such conversation; 409 too few pieces are left, the conversation has another open deal,
 * or the deal that this form started was cancelled; 429 rate limit
 */
export async function startDeal(viewer: Viewer, input: DealInput): Promise<RecordedDeal> {
  await limit("deal", viewer.id);
  const outcome = await publishingTransaction((trx) => startDealIn(trx, viewer, input));
  invalidateListingPages(input.items.map(({ type }) => type));
  return outcome;
}

async function startDealIn(trx: Transaction<DB>, viewer: Viewer, input: DealInput): Promise<RecordedDeal> {
  const { roomId } = input;
  // To avoid deadlocks, all commands lock listings, rooms and deals in this order. Concurrent deals wait here.
  const listings = await lockListings(trx, input.items);
  const items = input.items.map((item) => ({ ...item, listing: sellable(viewer, item, listings) }));
  const buyer = roomId === null ? null : await buyerIn(trx, viewer, roomId);
  const existing = await knownDeal(trx, viewer, input);
  if (existing) {
    // The form was sent again after the deal that it began had ended.
    if (existing.cancelled) throw new Refused("deal_was_cancelled");
    if (!existing.same)
      throw new Refused("deal_open_already", { name: buyer?.name ?? m.deal_somebody_else() });
    return { dealId: existing.id, repeated: true, other: buyer?.name ?? null };
  }
  for (const { type, id, pieces, listing } of items) {
    if (listing.quantity - listing.reserved >= pieces) continue;
    if (items.length > 1) throw new Refused("deal_item_left", { name: listing.name });
    throw await tooFewLeft(trx, { type, id }, listing, "seller");
  }
  const dealId = await insertDeal(
    trx,
    items.map(({ type, id, pieces, listing: { name } }) => ({ type, id, name, pieces })),
    {
      ...(input.dealId !== null && { id: input.dealId }),
      room_id: roomId,
      elsewhere: roomId === null,
      seller_id: viewer.id,
      buyer_id: buyer?.id ?? null,
      price_cents: input.price,
      seller_confirmed_at: input.as === "sold" ? sql<Date>`now()` : null,
    },
    { state: "open", sellerConfirmed: input.as === "sold" },
  );
  await notifyDeal(trx, viewer, dealId, "proposed", { gone: await listingsGone(trx, dealId) });
  return { dealId, repeated: false, other: buyer?.name ?? null };
}

function sellable(viewer: Viewer, key: ListingKey, listings: readonly LockedListing[]): LockedListing {
  const listing = listings.find(({ type, id }) => type === key.type && id === key.id);
  if (!listing || listing.hidden !== null) throw new Refused("chat_listing_gone");
  if (!can(viewer, "edit", { kind: "listing", userId: listing.user_id }))
    throw new Refused("listing_not_yours");
  return listing;
}

/**
 * The buyer of a conversation. It locks the conversation: until the commit neither person can block the other or delete
 * their account, and no other deal can start in it.
 */
async function buyerIn(trx: Transaction<DB>, viewer: Viewer, roomId: string) {
  const room = await trx
    .selectFrom("chat_rooms")
    .select(["buyer_id", "blocked"])
    .where("id", "=", roomId)
    .where("seller_id", "=", viewer.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!room) throw new Refused("chat_room_gone");
  if (room.buyer_id === null) throw new Refused("chat_other_left");
  if (room.blocked) throw new Refused("chat_refused");
  const name = await usernameOf(room.buyer_id, trx);
  if (name === null) throw new Refused("chat_other_left");
  return { id: room.buyer_id, name };
}

/**
 * The existing deal with the form's deal id, or the open deal of the conversation. `same` is whether the form would
 * only repeat this deal. Null: there is no such deal.
 */
async function knownDeal(trx: Transaction<DB>, viewer: Viewer, input: DealInput) {
  const row = await trx
    .selectFrom("deals")
    .select(["id", "seller_id", "room_id", "price_cents", "seller_confirmed_at", "state"])
    .where(({ or, and, eb }) =>
      or([
        ...(input.dealId === null ? [] : [eb("id", "=", input.dealId)]),
        ...(input.roomId === null ? [] : [and([eb("room_id", "=", input.roomId), eb("state", "=", "open")])]),
        // With neither a deal id nor a room, no deal is found.
        sql<boolean>`false`,
      ]),
    )
    .executeTakeFirst();
  if (!row) return null;
  const items = await itemsOf(trx, row.id);
  const same =
    row.seller_id === viewer.id &&
    row.room_id === input.roomId &&
    keysOf(items) === keysOf(input.items.map(asItem)) &&
    row.price_cents === input.price &&
    (input.as === "reserved" || row.seller_confirmed_at !== null);
  return { id: row.id, same, cancelled: row.state === "cancelled" };
}

type Counted = Pick<DealItem, "listing_type" | "listing_id" | "pieces">;

const asItem = ({ type, id, pieces }: DealInput["items"][number]): Counted => ({
  listing_type: type,
  listing_id: id,
  pieces,
});

/** The same text for the same items in any order. */
function keysOf(items: readonly Counted[]): string {
  return items
    .map(({ listing_type, listing_id, pieces }) => `${listing_type}:${listing_id}:${pieces}`)
    .sort()
    .join();
}

/** The form of a step, with the fields that the step has. */
type StepForm = DealForm & { readonly intent: DealStep };

/**
 * Takes the viewer's step of a deal, such as confirming or sending. A step that was already taken changes nothing.
 * @returns `declined`: the step declined a "Buy Now" request. `undone`: the seller took back a sale or a reservation.
 * `undoable`: the seller marked a reservation as sold, and can take this back (`undoSold`)
 * @throws 404 not a deal of the viewer; 409 the step is not possible now; 400 the viewer's role cannot end a deal for
 * this reason; 422 a cancellation without a reason, which the other party would read; 429 rate limit
 */
export async function takeStep(
  viewer: Viewer,
  dealId: string,
  form: StepForm,
): Promise<RecordedDeal & { declined: boolean; undone: boolean; undoable: boolean }> {
  await limit("deal", viewer.id);
  const { types, ...outcome } = await publishingTransaction((trx) => stepIn(trx, viewer, dealId, form));
  if (!outcome.repeated) invalidateListingPages(types);
  return outcome;
}

async function stepIn(trx: Transaction<DB>, viewer: Viewer, dealId: string, form: StepForm) {
  const { intent: step } = form;
  const locked = await lockedDeal(trx, viewer, dealId);
  const { deal, role, items, facts } = locked;
  const outcome = {
    dealId,
    other: await usernameOf(role === "seller" ? deal.buyer_id : deal.seller_id, trx),
    types: items.map(({ listing_type }) => listing_type),
  };
  if (isTaken(DEAL, step, facts, role))
    return { ...outcome, repeated: true, declined: facts.declined, undone: false, undoable: false };
  const taken = { ...form, role, now: deal.now };
  const refusal = refusalOf(DEAL, step, facts, role, taken);
  if (refusal) throw new Refused(refusal);
  const state = await writeStep(trx, locked, step, role, form);
  if (facts.state === "agreed") await endProposal(trx, dealId);
  // Other interested people learn of a request only when the seller confirms it: until then it could lapse.
  const isSold = facts.requested && facts.state === "open" && state !== "cancelled";
  const gone = isSold ? await listingsGone(trx, dealId) : [];
  const action = toldOf(DEAL, step, facts, taken);
  await notifyDeal(trx, viewer, dealId, action, { gone, reason: form.reason ?? null });
  return {
    ...outcome,
    repeated: false,
    declined: action === "request_declined",
    undone: action === "cancelled" && role === "seller" && !form.reason && (facts.justMade || deal.elsewhere),
    undoable: action === "proposed",
  };
}

/**
 * The seller takes back that they marked a reservation as sold: it is reserved again. Doing it twice changes nothing.
 * @throws Refused "deal_gone", "too_often"; why the deal is over; "deal_not_now" when the buyer has confirmed, or after
 * UNDO_MINUTES
 */
export async function undoSold(viewer: Viewer, dealId: string): Promise<{ repeated: boolean }> {
  await limit("deal", viewer.id);
  const types = await publishingTransaction(async (trx) => {
    const locked = await lockedDeal(trx, viewer, dealId);
    const { role, items, facts } = locked;
    if (isTaken(DEAL, "undo_sold", facts, role)) return null;
    const taken = { role, now: null };
    const refusal = refusalOf(DEAL, "undo_sold", facts, role, taken);
    if (refusal) throw new Refused(refusal);
    await writeStep(trx, locked, "undo_sold", role);
    // Not the key of the reservation, which was notified before.
    const told = toldOf(DEAL, "undo_sold", facts, taken);
    await notifyDeal(trx, viewer, dealId, told, { key: `${dealId}:undo` });
    return items.map(({ listing_type }) => listing_type);
  });
  if (types) invalidateListingPages(types);
  return { repeated: types === null };
}
