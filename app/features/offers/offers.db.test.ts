import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { OFFER_STATES } from "#app/domain/offer.ts";
import { inbox } from "#app/features/chat/inbox.server.ts";
import { messages } from "#app/features/chat/queries.server.ts";
import { startDeal } from "#app/features/deals/commands.server.ts";
import { setFavorite } from "#app/features/favorites/commands.server.ts";
import { deleteListing } from "#app/features/listings/commands.server.ts";
import { setBlockedIn } from "#app/features/rooms/blocking.server.ts";
import { db } from "#app/platform/db.server.ts";
import { secondsToWait } from "#app/platform/rate-limit.server.ts";
import { loader as ordersPage } from "#app/routes/deals/orders.route.tsx";
import { loader as noticeSettings } from "#app/routes/notifications/settings.route.tsx";
import { action as answerForm } from "#app/routes/offers/answer.route.ts";
import { action as makeForm, loader as newPage } from "#app/routes/offers/new.route.tsx";
import { loader as offersPage } from "#app/routes/offers/offers.route.tsx";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { exportOf } from "#tests/support/data-export.ts";
import { openDatabase } from "#tests/support/database.ts";
import { withEnv } from "#tests/support/env.ts";
import { countsOf, dealForm, dealRow, roomAbout, setQuantity } from "#tests/support/marked-deals.ts";
import {
  answer,
  deleteAccountOf,
  expireOffer,
  offeredRacket,
  offerForm,
  offerOf,
  offerRow,
  offersIn,
} from "#tests/support/offers.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { type Fields, refusal, toasted, Visitor } from "#tests/support/visitor.ts";
import { closeOffers } from "./close.server.ts";
import { openOffersTo } from "./queries.server.ts";

let seller: Person;
let buyer: Person;
let stranger: Person;
let listing: { type: string; id: string };

openDatabase(captureNotices);
beforeEach(async () => {
  [seller, buyer, stranger] = [await person("seller"), await person("buyer"), await person("stranger")];
  listing = await offeredRacket(seller);
  await clearNotices();
});

const visitorOf = (who: Person | null) => who?.visitor ?? new Visitor();
const make = (who: Person | null, fields: Fields) =>
  visitorOf(who).submit(makeForm, `/offers/new?listing=${listing.type}:${listing.id}`, fields);
const send = (who: Person | null, id: string, fields: Fields) =>
  visitorOf(who).submit(answerForm, `/offers/${id}`, fields, { id });
const sentNotices = async () =>
  (await notices()).map(({ kind, userIds, facts }) => [kind, userIds, "event" in facts && facts.event]);

test("the database refuses changes of an offer's terms, and of a state that is final", async () => {
  const { id } = await offerOf(buyer, listing);
  const update = (change: object) => updateRows("offers", { id }, change);
  for (const change of [{ price_cents: 1 }, { pieces: 2 }, { made_by: "seller" }, { expires_at: new Date() }])
    await expect(update(change)).rejects.toMatchObject({ constraint: "offers_unchanged" });
  await answer(seller, id, "decline");
  for (const state of OFFER_STATES.filter((one) => one !== "declined"))
    await expect(update({ state, closed_at: state === "open" ? null : new Date() })).rejects.toMatchObject({
      constraint: "offer_moves",
    });
});

describe("making an offer", () => {
  test("adds the offer to the conversation, and notifies the seller once", async () => {
    const { id, roomId } = await offerOf(buyer, listing, { note: " Would you take 100? " });
    expect(await offerRow(id)).toMatchObject({
      state: "open",
      made_by: "buyer",
      price_cents: 10_000,
      pieces: 1,
      deal_id: null,
    });
    const [card] = await messages(seller.viewer, roomId, {});
    expect(card).toMatchObject({
      mine: false,
      message: "Would you take 100?",
      offer: { id, cents: 10_000, state: "open", answers: ["accept", "counter", "decline"] },
    });
    expect((await messages(buyer.viewer, roomId, {}))[0]?.offer?.answers).toEqual(["withdraw"]);
    expect(await notices()).toMatchObject([
      {
        kind: "offer",
        userIds: [seller.viewer.id],
        facts: { event: "made", username: buyer.viewer.username, listing: "Blade 98", priceCents: 10_000 },
        path: `/messages/${roomId}`,
      },
    ]);
    const [unread] = await findRows("chat_notifications", { chat_room_id: roomId }, [
      "user_id",
      "unread_count",
      "away_told",
    ]);
    // Marked as notified: a notice about the unread message would be the second notice about this offer.
    expect(unread).toEqual({ user_id: seller.viewer.id, unread_count: 1, away_told: true });
    expect((await inbox(seller.viewer, { q: "", before: null })).rooms[0]).toMatchObject({
      last: { message: "Would you take 100?" },
    });
  });

  test("without a note shows the word Offer in the list of conversations", async () => {
    await offerOf(buyer, listing);
    expect((await inbox(seller.viewer, { q: "", before: null })).rooms[0]?.last?.message).toBe("Offer");
  });

  test("requires an existing listing that allows offers, and a signed-in user who is neither its owner nor blocked", async () => {
    const form = offerForm(listing);
    expect((await make(null, form)).location).toContain("/auth");
    expect(await make(seller, form)).toMatchObject({ status: 403 });
    const gone = offerForm({ type: "racket", id: randomUUID() });
    expect(await make(buyer, gone)).toMatchObject({ status: 404 });
    expect(await make(buyer, offerForm(await racketOf(seller)))).toMatchObject({ status: 409 });
    await setBlockedIn(seller.viewer, await roomAbout(stranger, listing), true);
    expect(await make(stranger, form)).toMatchObject({ status: 403 });
    await setQuantity(listing, 0);
    expect(await make(buyer, form)).toMatchObject({ status: 409 });
    const made = await db()
      .selectFrom("offers")
      .innerJoin("chat_rooms as room", "room.id", "offers.room_id")
      .select("offers.id")
      .where("room.seller_id", "=", seller.viewer.id)
      .execute();
    expect(made).toEqual([]);
    await setQuantity(listing, 1);
    expect(await make(buyer, form)).toMatchObject({ status: 302 });
  });

  test("requires a price from half of the asking price to the asking price, for all pieces", async () => {
    await setQuantity(listing, 3);
    const refusal = async (change: Record<string, string>) => {
      const { status, data } = await make(buyer, offerForm(listing, change));
      return [status, JSON.stringify((data as { result: { error: unknown } }).result?.error ?? null)];
    };
    expect(await refusal({ price: "64.74" })).toEqual([
      422,
      expect.stringContaining("between €64.75 and €129.50"),
    ]);
    expect(await refusal({ price: "129.51" })).toEqual([
      422,
      expect.stringContaining("between €64.75 and €129.50"),
    ]);
    expect(await refusal({ price: "100", pieces: "2" })).toEqual([
      422,
      expect.stringContaining("between €129.50 and €259.00"),
    ]);
    expect(await refusal({ price: "cheap" })).toEqual([422, expect.stringContaining("price in euros")]);
    expect(await refusal({ pieces: "0" })).toEqual([422, expect.stringContaining("whole number")]);
    expect(await refusal({ note: "x".repeat(501) })).toEqual([422, expect.stringContaining("500")]);
    expect((await refusal({ offer: "1" }))[0]).toBe(422);
    expect(await refusal({ price: "300", pieces: "4" })).toEqual([
      409,
      expect.stringContaining("Only 3 left"),
    ]);
    expect(await make(buyer, offerForm(listing, { price: "129.50", pieces: "2" }))).toMatchObject({
      status: 302,
    });
  });

  test("is refused while the buyer has an open offer for the listing, and after five offers on one day", async () => {
    const first = await offerOf(buyer, listing);
    expect(await make(buyer, offerForm(listing))).toMatchObject({ status: 409 });
    const page = () => buyer.visitor.open(newPage, `/offers/new?listing=${listing.type}:${listing.id}`);
    expect(await page()).toMatchObject({ status: 409 });
    await answer(buyer, first.id, "withdraw");
    for (let n = 0; n < 4; n += 1) {
      const { id } = await offerOf(buyer, listing);
      await answer(seller, id, "decline");
    }
    expect(await make(buyer, offerForm(listing))).toMatchObject({ status: 409 });
    expect(await make(stranger, offerForm(listing))).toMatchObject({ status: 302 });
    expect(await make(buyer, offerForm(await offeredRacket(seller)))).toMatchObject({ status: 302 });
  });

  test("is refused while an order about the listing is open, and is rate limited", async () => {
    const roomId = await roomAbout(buyer, listing);
    await setQuantity(listing, 3);
    await startDeal(seller.viewer, dealForm(listing, roomId, { as: "reserved" }));
    expect(await make(buyer, offerForm(listing))).toMatchObject({ status: 409 });
    for (let n = 0; n < 120; n += 1) await secondsToWait("offer", stranger.viewer.id);
    expect(await make(stranger, offerForm(listing))).toMatchObject({ status: 429 });
  });

  test("is possible after an earlier offer whose time is over, even before the job expired it", async () => {
    const { id, roomId } = await offerOf(buyer, listing);
    await expireOffer(id);
    await offerOf(buyer, listing);
    expect((await offersIn(roomId)).map(({ state }) => state)).toEqual(["expired", "open"]);
  });

  test("is refused with OFFERS=off, while open offers can still be answered", async () => {
    const { id } = await offerOf(buyer, listing);
    await withEnv({ offers: false }, async () => {
      expect(await make(stranger, offerForm(listing))).toMatchObject({ status: 409 });
      expect(await send(seller, id, { intent: "decline" })).toMatchObject({ status: 200 });
    });
  });
});

test("a shop without offers speaks of them to nobody but those who have some", async () => {
  await offerOf(buyer, listing);
  const spoken = async ({ visitor }: Person) => {
    const orders = (await visitor.open(ordersPage, "/orders")).data as { offers: boolean };
    const { kinds } = (await visitor.open(noticeSettings, "/notifications/settings")).data as {
      kinds: readonly string[];
    };
    return [orders.offers, kinds.includes("offer"), kinds.includes("deal")];
  };
  expect(await spoken(stranger)).toEqual([true, true, true]);
  await withEnv({ offers: false }, async () => {
    expect(await spoken(stranger)).toEqual([false, false, true]);
    for (const who of [buyer, seller]) expect(await spoken(who)).toEqual([true, true, true]);
  });
});

describe("answering an offer", () => {
  test("by accepting makes an order that both agreed to", async () => {
    const { id, roomId } = await offerOf(buyer, listing);
    await clearNotices();
    expect(await send(seller, id, { intent: "accept" })).toMatchObject(toasted("Offer accepted"));
    const { state, deal_id } = await offerRow(id);
    expect(state).toBe("accepted");
    expect(await dealRow(deal_id ?? "")).toMatchObject({
      state: "agreed",
      room_id: roomId,
      price_cents: 10_000,
      pieces: 1,
      seller_id: seller.viewer.id,
      buyer_id: buyer.viewer.id,
      seller_confirmed_at: expect.any(Date),
      buyer_confirmed_at: expect.any(Date),
    });
    expect(await countsOf(listing)).toEqual({ quantity: 0, reserved: 0, status: "sold" });
    expect(await sentNotices()).toEqual([["deal", [buyer.viewer.id], "offer_accepted"]]);
  });

  test("by a counter-offer closes the first offer, and the buyer may accept the new one", async () => {
    const { id, roomId } = await offerOf(buyer, listing);
    await clearNotices();
    const toAnswer = () => Promise.all([seller, buyer, stranger].map(({ viewer }) => openOffersTo(viewer)));
    expect(await toAnswer()).toEqual([1, 0, 0]);
    expect(await send(seller, id, { intent: "counter", price: "100" })).toMatchObject(
      refusal(422, /€100\.01/),
    );
    expect((await offerRow(id)).state).toBe("open");
    expect(await send(seller, id, { intent: "counter", price: "130" })).toMatchObject({ status: 422 });
    expect(await send(seller, id, { intent: "counter", price: "110" })).toMatchObject({ status: 200 });
    const [, counter] = await offersIn(roomId);
    expect(counter).toMatchObject({ state: "open", made_by: "seller", price_cents: 11_000 });
    expect(await toAnswer()).toEqual([0, 1, 0]);
    expect(await sentNotices()).toEqual([["offer", [buyer.viewer.id], "countered"]]);
    const cards = await messages(buyer.viewer, roomId, {});
    expect(cards.map(({ offer }) => [offer?.state, offer?.answers])).toEqual([
      ["countered", []],
      ["open", ["accept", "decline"]],
    ]);
    expect(await send(buyer, counter?.id ?? "", { intent: "counter", price: "105" })).toMatchObject({
      status: 409,
    });
    expect(await send(buyer, counter?.id ?? "", { intent: "accept" })).toMatchObject({ status: 200 });
    expect(await dealRow((await offerRow(counter?.id ?? "")).deal_id ?? "")).toMatchObject({
      state: "agreed",
      price_cents: 11_000,
      buyer_id: buyer.viewer.id,
    });
  });

  test.each([
    ["decline", "seller", "offer_declined"],
    ["withdraw", "buyer", "offer_withdrawn"],
  ] as const)("by %s closes the offer and notifies the other person", async (intent, who, event) => {
    const { id } = await offerOf(buyer, listing);
    await clearNotices();
    const [actor, other] = who === "seller" ? [seller, buyer] : [buyer, seller];
    expect(await send(actor, id, { intent })).toMatchObject({ status: 200 });
    expect(await sentNotices()).toEqual([["deal", [other.viewer.id], event]]);
    expect(await countsOf(listing)).toMatchObject({ quantity: 1, reserved: 0 });
    const events = await db()
      .selectFrom("events")
      .select("user_id")
      .where("kind", "=", "deal.changed")
      .where("user_id", "in", [seller.viewer.id, buyer.viewer.id])
      .execute();
    expect(events).toHaveLength(2);
  });

  test("twice in the same way changes nothing and says so", async () => {
    const { id } = await offerOf(buyer, listing);
    await send(seller, id, { intent: "accept" });
    expect(await send(seller, id, { intent: "accept" })).toMatchObject(
      toasted("That has already been done."),
    );
    expect(await send(seller, id, { intent: "decline" })).toMatchObject({ status: 409 });
    expect(await send(buyer, id, { intent: "withdraw" })).toMatchObject({ status: 409 });
    expect(await countsOf(listing)).toMatchObject({ quantity: 0 });
  });

  test("is possible only for its buyer and its seller: for others the offer does not exist", async () => {
    const { id } = await offerOf(buyer, listing);
    for (const intent of ["accept", "decline", "withdraw"]) {
      expect((await send(null, id, { intent })).location).toContain("/auth");
      expect(await send(stranger, id, { intent })).toMatchObject({ status: 404 });
    }
    for (const unknown of [randomUUID(), "none"])
      expect(await send(buyer, unknown, { intent: "accept" })).toMatchObject({ status: 404 });
    expect(await send(buyer, id, { intent: "accept" })).toMatchObject({ status: 409 });
    expect(await send(seller, id, { intent: "withdraw" })).toMatchObject({ status: 409 });
    expect(await send(seller, id, { intent: "steal" })).toMatchObject({ status: 400 });
    expect((await offerRow(id)).state).toBe("open");
  });

  test("cannot accept or counter when one person blocks the other, but can decline", async () => {
    const { id, roomId } = await offerOf(buyer, listing);
    await setBlockedIn(buyer.viewer, roomId, true);
    const binding: Fields[] = [{ intent: "accept" }, { intent: "counter", price: "110" }];
    for (const fields of binding) expect(await send(seller, id, fields)).toMatchObject({ status: 403 });
    expect(await send(seller, id, { intent: "decline" })).toMatchObject({ status: 200 });
  });

  test("is not possible when the other person has deleted their account: the offer is shown as ended", async () => {
    const { id, roomId } = await offerOf(buyer, listing);
    await clearNotices();
    await deleteAccountOf(buyer);
    expect((await offerRow(id)).state).toBe("ended");
    expect(await sentNotices()).toContainEqual(["deal", [seller.viewer.id], "offer_ended_account_deleted"]);
    expect(await send(seller, id, { intent: "accept" })).toMatchObject({ status: 409 });
    expect((await messages(seller.viewer, roomId, {}))[0]?.offer).toMatchObject({ state: "ended" });
  });

  test("cannot accept while the last piece is reserved for somebody else; the offer stays open", async () => {
    const { id } = await offerOf(buyer, listing);
    const room = await roomAbout(stranger, listing);
    await startDeal(seller.viewer, dealForm(listing, room, { as: "reserved" }));
    expect(await send(seller, id, { intent: "accept" })).toMatchObject(
      refusal(409, `Already reserved for ${stranger.viewer.username}.`),
    );
    await closeOffers();
    expect((await offerRow(id)).state).toBe("open");
  });
});

describe("the job that closes offers", () => {
  test("expires offers after their time and notifies their author", async () => {
    const { id } = await offerOf(buyer, listing);
    const other = await offerOf(stranger, listing);
    await expireOffer(id);
    await clearNotices();
    expect(await send(seller, id, { intent: "accept" })).toMatchObject({
      status: 409,
      data: { ok: false, message: "This offer has expired." },
    });
    await closeOffers();
    await closeOffers();
    expect((await offerRow(id)).state).toBe("expired");
    expect((await offerRow(other.id)).state).toBe("open");
    expect(await sentNotices()).toEqual([["deal", [buyer.viewer.id], "offer_expired"]]);
  });

  test("ends other buyers' offers when the last piece is sold, and notifies each once", async () => {
    const { id } = await offerOf(buyer, listing);
    const other = await offerOf(stranger, listing);
    await clearNotices();
    await answer(seller, id, "accept");
    await closeOffers();
    expect((await offerRow(other.id)).state).toBe("ended");
    const { deal_id } = await offerRow(id);
    const theirs = (await notices("deal")).filter(({ userIds }) => userIds.includes(stranger.viewer.id));
    // Both notices have the same event key, so only one of them is delivered.
    expect(new Set(theirs.map(({ eventKey }) => eventKey))).toEqual(new Set([`${deal_id}:taken`]));
  });

  test("ends an offer for more pieces than are left, and does not say that nothing is left", async () => {
    await setQuantity(listing, 3);
    const { id } = await offerOf(buyer, listing, { pieces: "3", price: "300" });
    await setQuantity(listing, 2);
    await clearNotices();
    await closeOffers();
    expect((await offerRow(id)).state).toBe("ended");
    expect(await sentNotices()).toEqual([["deal", [buyer.viewer.id], "offer_ended_pieces"]]);
  });

  test("sends no notice of an ended offer to a buyer with the listing as a favourite", async () => {
    const { id } = await offerOf(stranger, listing);
    await setFavorite(stranger.viewer, listing, true);
    const accepted = await offerOf(buyer, listing);
    await answer(seller, accepted.id, "accept");
    await clearNotices();
    await closeOffers();
    expect((await offerRow(id)).state).toBe("ended");
    expect(await notices()).toEqual([]);
  });

  test("ends offers for a deleted listing, and for a listing in an open order of the same two people", async () => {
    const { id } = await offerOf(buyer, listing);
    await deleteListing(seller.viewer, listing);
    const several = await offeredRacket(seller);
    await setQuantity(several, 3);
    const ordered = await offerOf(buyer, several);
    await startDeal(seller.viewer, dealForm(several, ordered.roomId, { as: "reserved" }));
    await clearNotices();
    await closeOffers();
    expect((await offerRow(id)).state).toBe("ended");
    expect((await offerRow(ordered.id)).state).toBe("ended");
    expect(await sentNotices()).toEqual([["deal", [buyer.viewer.id], "offer_ended"]]);
  });
});

test("an offer is in the list of offers and in the data export of its two people, and of nobody else", async () => {
  const { id } = await offerOf(buyer, listing, { note: "Please" });
  const list = async (who: Person | null) => visitorOf(who).open(offersPage, "/offers");
  expect((await list(null)).location).toContain("/auth");
  expect((await list(seller)).data).toMatchObject({
    list: { as: "seller", totals: { buyer: 0, seller: 1 }, offers: [{ offer: { id }, mine: false }] },
  });
  expect((await list(buyer)).data).toMatchObject({
    list: { as: "buyer", offers: [{ offer: { id, answers: ["withdraw"] }, mine: true }] },
  });
  expect((await list(stranger)).data).toMatchObject({ list: { offers: [] } });
  for (const who of [seller, buyer]) {
    const { chats } = await exportOf(who);
    const message = { message: "Please", offer: { id, priceCents: 10_000, state: "open" } };
    expect(chats).toMatchObject([{ messages: [message] }]);
  }
});
