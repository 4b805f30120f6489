import { randomUUID } from "node:crypto";
import { OFFER_HOURS } from "#app/domain/offer.ts";
import { deleteAccount } from "#app/features/accounts/account-deletion/commands.server.ts";
import { anonymizeDeals } from "#app/features/deals/account-deletion.server.ts";
import { endOffers } from "#app/features/offers/account-deletion.server.ts";
import { answerOffer, makeOffer } from "#app/features/offers/commands.server.ts";
import {
  type BuyInput,
  buySchema,
  makeSchema,
  type OfferInput,
  offerAnswerSchema,
} from "#app/features/offers/schema.ts";
import { anonymizeRooms } from "#app/features/rooms/account-deletion.server.ts";
import { openRoom, sendOffer } from "#app/features/rooms/commands.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { type Person, racketOf } from "./people.ts";
import { findRow, insertRows, updateRows } from "./rows.ts";

type Key = { type: string; id: string };

/** Stores a racket for 129.50 euros, on which buyers may make offers. */
export function offeredRacket(seller: Person): Promise<Key> {
  return racketOf(seller, { attributes: { transaction_options: ["direct_checkout", "chat", "bid"] } });
}

/** The fields of the form in which a buyer makes an offer: 100 euros by default. */
export function offerForm({ type, id }: Key, change: Record<string, string> = {}): Record<string, string> {
  return { listing: `${type}:${id}`, price: "100", note: "", offer: randomUUID(), ...change };
}

export function parsedOffer(listing: Key, change: Record<string, string> = {}): OfferInput {
  return makeSchema.parse(offerForm(listing, change));
}

export async function offerOf(buyer: Person, listing: Key, change: Record<string, string> = {}) {
  const offer = parsedOffer(listing, change);
  const { roomId } = await makeOffer(buyer.viewer, offer);
  return { id: offer.offer, roomId };
}

/** Like `offerOf`, but queues no notice. For tests whose process runs no job queue. */
export async function offerWithoutNotice(buyer: Person, seller: Person, listing: Key) {
  const roomId = await openRoom(buyer.viewer, listing);
  const id = randomUUID();
  const expires_at = new Date(Date.now() + OFFER_HOURS * 3_600_000);
  const offer = { id, room_id: roomId, made_by: "buyer", pieces: 1, price_cents: 10_000, expires_at };
  const sent = { clientId: id, message: "", offerId: id };
  await inTransaction(async (trx) => {
    await trx.insertInto("offers").values(offer).execute();
    await sendOffer(trx, buyer.viewer, { roomId, other: seller.viewer.id }, sent);
  });
  return { id, roomId };
}

/** `intent` is what the pressed button sends, such as "accept". */
export function answer(who: Person, id: string, intent: string, price?: string) {
  return answerOffer(who.viewer, id, offerAnswerSchema.parse({ intent, price }));
}

/** Deletes an account, with the deletion steps of deals, rooms and offers. */
export function deleteAccountOf(who: Person) {
  const request = who.visitor.request("/profile/delete", { method: "POST" });
  return deleteAccount(request, who.viewer, [anonymizeDeals, anonymizeRooms, endOffers]);
}

export function offerRow(id: string) {
  return findRow("offers", { id });
}

export function offersIn(roomId: string) {
  return db()
    .selectFrom("offers")
    .selectAll()
    .where("room_id", "=", roomId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Makes an offer 49 hours old, so that it has expired. */
export async function expireOffer(id: string): Promise<void> {
  const { room_id, pieces, price_cents, made_by } = await offerRow(id);
  // A trigger forbids changing the times of an offer, so an older one replaces it.
  await updateRows("chat_messages", { offer_id: id }, { offer_id: null, message: "-" });
  await db().deleteFrom("offers").where("id", "=", id).execute();
  const longAgo = new Date(Date.now() - 49 * 3_600_000);
  const expires_at = new Date(longAgo.getTime() + 48 * 3_600_000);
  await insertRows("offers", { id, room_id, made_by, pieces, price_cents, created_at: longAgo, expires_at });
}

/** The validated form of "Buy Now", for one piece at its asking price. */
export function parsedPurchase({ type, id }: Key, change: Record<string, string> = {}): BuyInput {
  return buySchema.parse({ listing: `${type}:${id}`, cents: "12950", deal: randomUUID(), ...change });
}

/** Lets a buyer's request lapse `milliseconds` from now: by default it has lapsed a second ago. */
export async function lapseDeal(dealId: string, milliseconds = -1_000): Promise<void> {
  const lapses_at = new Date(Date.now() + milliseconds);
  await updateRows("deals", { id: dealId }, { lapses_at });
}
