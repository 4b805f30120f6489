import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { href } from "react-router";
import type { DealAction } from "#app/domain/deal-process.ts";
import { formatPrice } from "#app/domain/format.ts";
import { OFFER_HOURS, OFFERS_A_DAY, type OfferRole, offerBounds } from "#app/domain/offer.ts";
import { OFFER, type OfferAnswer } from "#app/domain/offer-process.ts";
import { can, roleIn } from "#app/domain/policies.ts";
import { isTaken, refusalOf, sideOf, toldOf } from "#app/domain/process.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { warnSender } from "#app/features/deals/first-messages.server.ts";
import { notifyDeal } from "#app/features/deals/notify.server.ts";
import { listingsGone, lockListing, tooFewLeft } from "#app/features/deals/pieces.server.ts";
import { agreeIn } from "#app/features/deals/rows.server.ts";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { actionsOf } from "#app/features/listings/present.server.ts";
import { listingHead } from "#app/features/listings/queries.server.ts";
import { openRoom, refusalIn, sendOffer } from "#app/features/rooms/commands.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { notifySubscribers, publish, publishingTransaction } from "#app/platform/events.server.ts";
import { runNow } from "#app/platform/jobs.server.ts";
import { notify } from "#app/platform/notify.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { lookForSignals } from "#app/platform/recent-signals.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { offerSettings } from "#app/platform/settings.server.ts";
import { OFFERS_JOB } from "./close.server.ts";
import { factsOf, hasOpenDeal, lockedRoom, offerParties, offerRow, sellerIn } from "./rows.server.ts";
import type { OfferAnswerInput, OfferInput } from "./schema.ts";

/**
 * Makes an offer for a listing, in the buyer's conversation about it (docs/decisions/0087-offers.md). A form that is
 * sent twice makes one offer.
 * @returns the room of the conversation
 * @throws 404 no such listing, or another person's offer has this id; 403 the viewer's own listing, or one of the two
 * blocks the other; 409 no offers can be made for the listing, an offer or order of the two people is open, too many
 * offers in the last 24 hours, or too few pieces left; 422 the price is too low or too high; 429 rate limit
 */
export async function makeOffer(
  viewer: Viewer,
  input: OfferInput,
): Promise<{ roomId: string; repeated: boolean }> {
  await limit("offer", viewer.id);
  const listing = await listingHead(input.listing);
  if (!listing) throw new Refused("chat_listing_gone");
  if (!can(viewer, "chat", { kind: "listing", userId: listing.user_id })) throw new Refused("chat_own");
  const existing = await offerRow(db(), input.offer);
  if (existing) {
    if (existing.made_by !== "buyer" || !can(viewer, "buy", { kind: "room", ...offerParties(existing) }))
      throw new Refused("offer_gone");
    return { roomId: existing.room_id, repeated: true };
  }
  const { offers, offerPercent: percent } = await offerSettings();
  if (!offers || !actionsOf(listing).includes("bid")) throw new Refused("offer_not_offered");
  if (listing.quantity - listing.reserved < input.pieces)
    throw new Refused("deal_fewer_left", { count: listing.quantity - listing.reserved });
  const terms = { priceCents: listing.price_cents, pieces: input.pieces, percent };
  checkPrice(input.price, offerBounds(terms));
  const roomId = await openRoom(viewer, input.listing);
  if (!input.risk_confirmed) await warnSender(viewer, roomId, input.note);
  const repeated = await db()
    .transaction()
    .execute((trx) => makeIn(trx, viewer, roomId, input));
  if (!repeated) notifySubscribers([listing.user_id, viewer.id]);
  // Its note is a message.
  lookForSignals();
  return { roomId, repeated };
}

async function makeIn(
  trx: Transaction<DB>,
  viewer: Viewer,
  roomId: string,
  input: OfferInput,
): Promise<boolean> {
  const room = await lockedRoom(trx, roomId);
  if (await offerRow(trx, input.offer)) return true;
  const seller = sellerIn(viewer, room);
  if (await hasOpenDeal(trx, roomId)) throw new Refused("offer_order_open");
  // Offers whose time is over must not count as open. The job that expires them may not have run yet.
  await trx
    .updateTable("offers")
    .set({ state: OFFER.steps.expire.to, closed_at: sql<Date>`now()` })
    .where("room_id", "=", roomId)
    .where("state", "=", "open")
    .where("expires_at", "<=", sql<Date>`clock_timestamp()`)
    .execute();
  const { open, today } = await trx
    .selectFrom("offers")
    .select([
      sql<number>`count(*) filter (where state = 'open')`.as("open"),
      sql<number>`count(*) filter (where made_by = 'buyer' and created_at > now() - interval '24 hours')`.as(
        "today",
      ),
    ])
    .where("room_id", "=", roomId)
    .executeTakeFirstOrThrow();
  if (open > 0) throw new Refused("offer_open_already");
  if (today >= OFFERS_A_DAY) throw new Refused("offer_too_many", { count: OFFERS_A_DAY });
  const { offer: id, pieces, price, note } = input;
  await write(trx, viewer, {
    id,
    roomId,
    by: "buyer",
    pieces,
    price,
    note,
    to: seller,
    listing: room.listing,
  });
  return false;
}

interface Written {
  readonly id: string;
  readonly roomId: string;
  readonly by: OfferRole;
  readonly pieces: number;
  readonly price: number;
  readonly note: string;
  readonly to: string;
  readonly listing: string;
}

/** Writes an offer, its notice, and its message in the conversation. It must be the last write of its transaction. */
async function write(trx: Transaction<DB>, author: Viewer, offer: Written): Promise<void> {
  const { id, roomId, by, pieces, price, note, to, listing } = offer;
  await trx
    .insertInto("offers")
    .values({
      id,
      room_id: roomId,
      made_by: by,
      pieces,
      price_cents: price,
      expires_at: sql<Date>`now() + make_interval(hours => ${OFFER_HOURS})`,
    })
    .execute();
  const event = by === "buyer" ? "made" : "countered";
  await notify(
    {
      kind: "offer",
      eventKey: id,
      userIds: [to],
      facts: { event, username: author.username, listing, priceCents: price },
      path: href("/messages/:roomId", { roomId }),
      aboutId: author.id,
    },
    trx,
  );
  await sendOffer(trx, author, { roomId, other: to }, { clientId: id, message: note, offerId: id });
}

/**
 * Gives the viewer's answer to an offer: accept, decline, withdraw or counter. Of several concurrent answers only the
 * first takes effect. An answer that was already given changes nothing.
 * @returns `repeated`: an earlier click or another tab gave this answer
 * @throws 404 not an offer of the viewer's, or its listing was deleted or hidden; 409 it is not open, the two people
 * have an open order, or too few pieces are left; 403 one of the two people deleted their account or blocks the other;
 * 422 the price of a counter-offer is too low or too high; 429 rate limit
 */
export async function answerOffer(
  viewer: Viewer,
  offerId: string,
  input: OfferAnswerInput,
): Promise<{ repeated: boolean }> {
  await limit("offer", viewer.id);
  const { repeated, type, parties } = await publishingTransaction((trx) =>
    answerIn(trx, viewer, offerId, input),
  );
  if (repeated) return { repeated };
  if (input.intent === "counter") notifySubscribers(parties);
  if (input.intent === "accept") {
    invalidateListingPages([type]);
    // The job ends the offers of other buyers for pieces that are now gone, and notifies those buyers.
    runNow(OFFERS_JOB);
  }
  return { repeated };
}

async function answerIn(trx: Transaction<DB>, viewer: Viewer, offerId: string, input: OfferAnswerInput) {
  const { intent } = input;
  const isBinding = intent === "accept" || intent === "counter";
  const row = await offerRow(trx, offerId);
  const key = row && { type: row.listing_type, id: row.listing_id };
  if (!key || !can(viewer, "read", { kind: "room", ...offerParties(row) })) throw new Refused("offer_gone");
  // To avoid deadlocks, deals and offers lock in the same order: listing, room, offer. Concurrent answers wait here.
  const listing = isBinding ? await lockListing(trx, key) : undefined;
  const room = await lockedRoom(trx, row.room_id);
  const offer = await offerRow(trx, offerId, "locked");
  const role = offer && roleIn(viewer, room);
  if (!offer || !role) throw new Refused("offer_gone");
  const { sellerId, buyerId } = room;
  const parties = [sellerId, buyerId].filter((id) => id !== null);
  const done = { repeated: false, type: key.type, parties };
  const facts = factsOf(offer);
  const side = sideOf(facts, role);
  if (isTaken(OFFER, intent, facts, side)) return { ...done, repeated: true };
  const refusal = refusalOf(OFFER, intent, facts, side, null);
  if (refusal) throw new Refused(refusal);
  if (input.intent === "decline" || input.intent === "withdraw") {
    await close(trx, offerId, input.intent);
    const event = toldOf(OFFER, intent, facts, null);
    const ended = { id: offerId, roomId: row.room_id, answer: intent, event, parties };
    await notifyEnd(trx, viewer, { ...ended, listing: room.listing });
    return done;
  }
  if (sellerId === null || buyerId === null || !can(viewer, "send", { kind: "room", ...room }))
    throw refusalIn(room);
  if (!listing || listing.hidden !== null) throw new Refused("chat_listing_gone");
  const { room_id: roomId, pieces, price_cents: priceCents } = offer;
  if (input.intent === "counter") {
    checkPrice(input.price, { least: priceCents + 1, most: listing.price_cents * pieces });
    await close(trx, offerId, "counter");
    const counter = { id: randomUUID(), roomId, by: "seller", pieces, note: "", to: buyerId } as const;
    await write(trx, viewer, { ...counter, price: input.price, listing: room.listing });
    return done;
  }
  if (listing.quantity - listing.reserved < pieces) throw await tooFewLeft(trx, key, listing, role);
  const item = { ...key, name: listing.name, pieces };
  const dealId = await agreeIn(trx, { roomId, item, sellerId, buyerId, priceCents });
  await close(trx, offerId, "accept", dealId);
  await notifyDeal(trx, viewer, dealId, toldOf(OFFER, intent, facts, null), {
    gone: await listingsGone(trx, dealId),
  });
  return done;
}

interface Ended {
  readonly id: string;
  readonly roomId: string;
  readonly answer: OfferAnswer;
  readonly event: DealAction;
  /** The ids of the two people who still have an account. */
  readonly parties: readonly string[];
  readonly listing: string;
}

/** Notifies the other party, and sends both a live event. It must be the last write of its transaction. */
async function notifyEnd(trx: Transaction<DB>, actor: Viewer, ended: Ended): Promise<void> {
  const { id, roomId, answer, event, parties, listing } = ended;
  await notify(
    {
      kind: "deal",
      eventKey: `${id}:${OFFER.steps[answer].to}`,
      userIds: parties.filter((party) => party !== actor.id),
      facts: {
        event,
        username: actor.username,
        listing,
      },
      path: href("/messages/:roomId", { roomId }),
      aboutId: actor.id,
    },
    trx,
  );
  await publish(trx, parties, "deal.changed", { dealId: null, roomIds: [roomId] });
}

async function close(trx: Transaction<DB>, id: string, answer: OfferAnswer, dealId: string | null = null) {
  await trx
    .updateTable("offers")
    .set({ state: OFFER.steps[answer].to, closed_at: sql<Date>`now()`, deal_id: dealId })
    .where("id", "=", id)
    .execute();
}

function checkPrice(cents: number, { least, most }: { least: number; most: number }): void {
  if (cents >= least && cents <= most) return;
  const priceOf = (bound: number) => formatPrice(bound, getLocale());
  const fault = m.offer_price_range({ least: priceOf(least), most: priceOf(most) });
  throw new Refused("invalid", { fault, field: "price" });
}
