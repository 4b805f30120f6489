import { sql, type Transaction } from "kysely";
import { type DealState, END_REASONS_OF } from "#app/domain/deal.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { can as canWithListing } from "#app/features/listings/policy.ts";
import type { DB } from "#app/platform/db-types.ts";
import { publishingTransaction } from "#app/platform/events.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type Done, notifyDeal } from "./notify.server.ts";
import { lockListing, movePieces, tooFewLeft } from "./pieces.server.ts";
import { endProposal } from "./proposals.server.ts";
import { nameOf } from "./queries.server.ts";
import { heldDeal } from "./rows.server.ts";
import {
  type DealFacts,
  type DealRole,
  type DealStep,
  isDone,
  movesOf,
  NO_PIECES,
  piecesOf,
  stepsOf,
} from "./rules.ts";
import type { Marked, Stepped } from "./schema.ts";

/** What was done; `repeated`: an earlier click or another tab did it already. */
export interface Outcome {
  readonly dealId: string;
  readonly repeated: boolean;
  /** The other party's name, or null for a buyer elsewhere or a deleted user. */
  readonly other: string | null;
}

/**
 * Reserves or sells pieces of the viewer's listing: this starts a deal (docs/decisions/0047-deals.md). A form that is
 * sent twice makes one deal.
 * @throws 403 not the viewer's listing, the other user was deleted or one blocks the other; 404 no such listing, or room
 * about it; 409 too few pieces are left, or there is another open deal with this buyer; 429 rate limit
 */
export async function mark(viewer: Viewer, marked: Marked): Promise<Outcome> {
  await limit("deal", viewer.id);
  const outcome = await publishingTransaction((trx) => markIn(trx, viewer, marked));
  invalidateListingPages([marked.listing.type]);
  return outcome;
}

async function markIn(trx: Transaction<DB>, viewer: Viewer, marked: Marked): Promise<Outcome> {
  const { listing: key, roomId, pieces } = marked;
  // Lock order: the listing, then the room, then the deal. Concurrent deals about the listing wait here.
  const listing = await lockListing(trx, key);
  // Of a listing that moderators hid, nothing new is promised.
  if (!listing || listing.hidden !== null) throw new Refused("chat_listing_gone");
  if (!canWithListing(viewer, "edit", { userId: listing.user_id })) throw new Refused("listing_not_yours");
  const buyer = roomId === null ? null : await buyerIn(trx, viewer, marked, roomId);
  const known = await knownDeal(trx, viewer, marked);
  if (known) {
    if (!known.same) throw new Refused("deal_open_already", { name: buyer?.name ?? "" });
    return { dealId: known.id, repeated: true, other: buyer?.name ?? null };
  }
  if (listing.quantity - listing.reserved < pieces) throw await tooFewLeft(trx, key, listing, "seller");
  const { id } = await trx
    .insertInto("deals")
    .values({
      ...(marked.dealId !== null && { id: marked.dealId }),
      room_id: roomId,
      elsewhere: roomId === null,
      listing_type: key.type,
      listing_id: key.id,
      listing_name: listing.name,
      seller_id: viewer.id,
      buyer_id: buyer?.id ?? null,
      pieces,
      price_cents: marked.price,
      seller_confirmed_at: marked.as === "sold" ? sql<Date>`now()` : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const heldPieces = piecesOf({ state: "open", sellerConfirmed: marked.as === "sold" }, pieces);
  await movePieces(trx, { listing_type: key.type, listing_id: key.id }, NO_PIECES, heldPieces);
  const left = listing.quantity - listing.reserved - pieces;
  await notifyDeal(trx, viewer, id, "proposed", { tookLastPiece: left === 0 });
  return { dealId: id, repeated: false, other: buyer?.name ?? null };
}

/**
 * The buyer of this room. The room is locked, so that the buyer can neither be blocked nor leave before the deal is
 * written.
 */
async function buyerIn(trx: Transaction<DB>, viewer: Viewer, { listing }: Marked, roomId: string) {
  const room = await trx
    .selectFrom("chat_rooms")
    .select(["buyer_id", "blocked"])
    .where("id", "=", roomId)
    .where("seller_id", "=", viewer.id)
    .where("listing_type", "=", listing.type)
    .where("listing_id", "=", listing.id)
    .forShare()
    .executeTakeFirst();
  if (!room) throw new Refused("chat_room_gone");
  if (room.buyer_id === null) throw new Refused("chat_other_left");
  if (room.blocked) throw new Refused("chat_refused");
  const name = await nameOf(room.buyer_id, trx);
  if (name === null) throw new Refused("chat_other_left");
  return { id: room.buyer_id, name };
}

/** The existing deal that this one would duplicate: by the id of its form, or the room's open deal. */
async function knownDeal(trx: Transaction<DB>, viewer: Viewer, marked: Marked) {
  const found = await trx
    .selectFrom("deals")
    .select(["id", "seller_id", "room_id", "pieces", "price_cents", "seller_confirmed_at", "state"])
    .where(({ or, and, eb }) =>
      or([
        ...(marked.dealId === null ? [] : [eb("id", "=", marked.dealId)]),
        ...(marked.roomId === null
          ? []
          : [and([eb("room_id", "=", marked.roomId), eb("state", "=", "open")])]),
        // An `or` without conditions is true.
        sql<boolean>`false`,
      ]),
    )
    .executeTakeFirst();
  if (!found) return null;
  const same =
    found.seller_id === viewer.id &&
    found.room_id === marked.roomId &&
    found.pieces === marked.pieces &&
    found.price_cents === marked.price &&
    (found.id === marked.dealId || (found.seller_confirmed_at !== null) === (marked.as === "sold"));
  return { id: found.id, same };
}

/** What both parties agreed to in their conversation. */
interface Agreed {
  readonly roomId: string;
  readonly listing: { readonly type: string; readonly id: string; readonly name: string };
  readonly sellerId: string;
  readonly buyerId: string;
  readonly pieces: number;
  readonly priceCents: number;
}

/**
 * Writes a deal that both parties have confirmed, as when an offer is accepted. The caller's transaction holds the
 * listing, and has checked that enough pieces are left. It calls `notifyDeal` last.
 * @returns the deal's id
 */
export async function agreeIn(trx: Transaction<DB>, agreed: Agreed): Promise<string> {
  const { listing, pieces } = agreed;
  const now = sql<Date>`now()`;
  const { id } = await trx
    .insertInto("deals")
    .values({
      room_id: agreed.roomId,
      listing_type: listing.type,
      listing_id: listing.id,
      listing_name: listing.name,
      seller_id: agreed.sellerId,
      buyer_id: agreed.buyerId,
      pieces,
      price_cents: agreed.priceCents,
      state: "agreed",
      seller_confirmed_at: now,
      buyer_confirmed_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const heldPieces = piecesOf({ state: "agreed", sellerConfirmed: true }, pieces);
  await movePieces(trx, { listing_type: listing.type, listing_id: listing.id }, NO_PIECES, heldPieces);
  return id;
}

/**
 * Takes a step of a deal for its seller or buyer. A step that was already taken changes nothing and says so.
 * @throws 404 not a deal of the viewer's, 409 the step is not possible now, 429 rate limit
 */
export async function takeStep(viewer: Viewer, dealId: string, stepped: Stepped): Promise<Outcome> {
  await limit("deal", viewer.id);
  const { type, ...outcome } = await publishingTransaction((trx) => stepIn(trx, viewer, dealId, stepped));
  if (!outcome.repeated) invalidateListingPages([type]);
  return outcome;
}

async function stepIn(trx: Transaction<DB>, viewer: Viewer, dealId: string, stepped: Stepped) {
  const { deal, role, listing, facts } = await heldDeal(trx, viewer, dealId);
  const outcome = {
    dealId,
    other: await nameOf(role === "seller" ? deal.buyer_id : deal.seller_id, trx),
    type: deal.listing_type,
  };
  if (isDone(facts, role, stepped.intent)) return { ...outcome, repeated: true };
  // The job may not have run yet.
  if (deal.lapsed) throw new Refused("deal_request_lapsed");
  if (!stepsOf(facts, role).includes(stepped.intent)) throw new Refused(whyNot(facts, stepped.intent));
  if (stepped.intent === "end" && !END_REASONS_OF[role].includes(stepped.because))
    throw new Refused("error_4xx_message");
  const now = await write(trx, role, dealId, stepped, facts);
  await movePieces(trx, deal, piecesOf(facts, deal.pieces), piecesOf(now, deal.pieces));
  if (facts.state === "agreed") await endProposal(trx, dealId);
  // While a request was open, the others were not notified that the item is gone.
  const sold = facts.requested && facts.state === "open" && now.state !== "cancelled";
  const tookLastPiece = sold && listing !== undefined && listing.quantity === deal.pieces;
  await notifyDeal(trx, viewer, dealId, doneBy(stepped, facts, role), { tookLastPiece });
  return { ...outcome, repeated: false };
}

function doneBy(stepped: Stepped, before: DealFacts, role: DealRole): Done {
  if (stepped.intent !== "end") return EVENTS[stepped.intent](before);
  if (stepped.because === "never_paid") return "ended_unpaid";
  return role === "seller" ? "ended_not_collected" : "ended_not_handed_over";
}

const EVENTS: Readonly<Record<Exclude<DealStep, "end">, (before: DealFacts) => Done>> = {
  confirm: () => "confirmed",
  // The buyer has not confirmed yet, so this is a proposal.
  sold: ({ buyerConfirmed }) => (buyerConfirmed ? "confirmed" : "proposed"),
  handed_over: () => "handed_over",
  sent: () => "sent",
  received: () => "received",
  cancel: ({ requested }) => (requested ? "request_declined" : "cancelled"),
};

function whyNot({ state, requested }: DealFacts, step: DealStep) {
  if (state === "cancelled") return "deal_was_cancelled";
  if (state === "open" && requested && step === "cancel") return "deal_request_binding";
  if (state === "agreed" && step === "end") return "deal_end_early";
  return state === "agreed" && step === "cancel" ? "deal_cancel_together" : "deal_not_now";
}

/**
 * Writes one update for each state, so that the database checks each. A confirmation alone changes no state. Returns
 * what decides the pieces.
 */
async function write(
  trx: Transaction<DB>,
  role: DealRole,
  dealId: string,
  stepped: Stepped,
  facts: DealFacts,
): Promise<Pick<DealFacts, "state" | "sellerConfirmed">> {
  const now = sql<Date>`now()`;
  const columns: Readonly<Record<DealStep, object>> = {
    confirm: { buyer_confirmed_at: now },
    sold: { seller_confirmed_at: now },
    handed_over: { given_at: now },
    sent: {
      given_at: now,
      ...(stepped.intent === "sent" && { carrier: stepped.carrier, tracking_number: stepped.tracking }),
    },
    received: { received_at: now },
    cancel: {
      cancelled_at: now,
      cancelled_by: role,
      ...(stepped.intent === "cancel" && { reason: stepped.reason }),
    },
    end: {
      cancelled_at: now,
      cancelled_by: role,
      ...(stepped.intent === "end" && { ended_because: stepped.because }),
    },
  };
  const update = async (state: DealState, change: object) => {
    const row = await trx
      .updateTable("deals")
      .set({ ...change, state, updated_at: now })
      .where("id", "=", dealId)
      .returning("seller_confirmed_at")
      .executeTakeFirstOrThrow();
    return { state, sellerConfirmed: row.seller_confirmed_at !== null };
  };
  const moves = movesOf(facts, stepped.intent);
  const last = moves.at(-1) ?? facts.state;
  // When the buyer has confirmed and the seller hands the item over, it counts as sold.
  if (moves.length > 1) await update("agreed", columns.sold);
  return update(last, columns[stepped.intent]);
}
