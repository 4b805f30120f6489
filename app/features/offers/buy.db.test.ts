import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { dealPanelOf } from "#app/features/chat/deal-panel.server.ts";
import { startDeal, takeStep } from "#app/features/deals/commands.server.ts";
import { endLapsedRequests } from "#app/features/deals/lapse.server.ts";
import { lineOf } from "#app/features/deals/ui/deal-line.ts";
import { orderStateText } from "#app/features/deals/ui/order-texts.ts";
import { deliverNotice } from "#app/features/notifications/deliver.server.ts";
import { order } from "#app/features/orders/queries.server.ts";
import { setBlockedIn } from "#app/features/rooms/blocking.server.ts";
import { db } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { action as buyForm, loader as buyPage } from "#app/routes/deals/buy.route.tsx";
import { action as stepForm } from "#app/routes/deals/step.route.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { withEnv } from "#tests/support/env.ts";
import { countsOf, dealForm, dealRow, roomAbout, setQuantity } from "#tests/support/marked-deals.ts";
import { lapseDeal, offeredRacket, parsedPurchase } from "#tests/support/offers.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { type Fields, refusal, toasted, Visitor } from "#tests/support/visitor.ts";
import { buyNow } from "./buy.server.ts";

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
const formOf = (change: Record<string, string> = {}): Record<string, string> => ({
  listing: `${listing.type}:${listing.id}`,
  pieces: "1",
  cents: "12950",
  deal: randomUUID(),
  ...change,
});
const buy = (who: Person | null, fields: Fields = formOf()) =>
  visitorOf(who).submit(buyForm, `/buy?listing=${listing.type}:${listing.id}`, fields);
const step = (who: Person | null, id: string, fields: Fields) =>
  visitorOf(who).submit(stepForm, `/deals/${id}`, fields, { id });
const requested = async (who = buyer) => (await buyNow(who.viewer, parsedPurchase(listing))).dealId;
// Sorted, because the notices of one transaction have no order.
const sentNotices = async () =>
  (await notices("deal"))
    .map(({ userIds, facts }) => [[...userIds].sort(), facts.event] as const)
    .sort(([, one], [, other]) => one.localeCompare(other));
const refusedWith = (thrown: unknown) => {
  if (!(thrown instanceof Refused)) throw thrown;
  return thrown.status;
};

describe("buying at the asking price", () => {
  test("reserves the pieces for a day, cannot be cancelled by the buyer, and asks the seller to confirm", async () => {
    const dealId = await requested();
    expect(await dealRow(dealId)).toMatchObject({
      state: "open",
      buyer_id: buyer.viewer.id,
      seller_id: seller.viewer.id,
      price_cents: 12_950,
      buyer_confirmed_at: expect.any(Date),
      seller_confirmed_at: null,
    });
    const { created_at, lapses_at } = (await dealRow(dealId)) ?? {};
    expect(Number(lapses_at) - Number(created_at)).toBe(24 * 3_600_000);
    expect(await countsOf(listing)).toEqual({ quantity: 1, reserved: 1, status: "reserved" });
    expect(await sentNotices()).toEqual([[[seller.viewer.id], "requested"]]);
    expect(await step(buyer, dealId, { intent: "cancel", reason: "Changed my mind" })).toMatchObject(
      refusal(409, /agreed to buy/),
    );
    const roomId = (await dealRow(dealId))?.room_id ?? "";
    expect((await dealPanelOf(seller.viewer, roomId)).deal).toMatchObject({
      requested: true,
      steps: ["sold", "cancel"],
    });
    expect((await dealPanelOf(buyer.viewer, roomId)).deal).toMatchObject({ requested: true, steps: [] });
  });

  test("notifies other interested buyers only when the seller confirms", async () => {
    await roomAbout(stranger, listing);
    await clearNotices();
    const dealId = await requested();
    expect(await sentNotices()).toEqual([[[seller.viewer.id], "requested"]]);
    await clearNotices();
    expect(await step(seller, dealId, { intent: "sold" })).toMatchObject({ status: 200 });
    expect(await dealRow(dealId)).toMatchObject({ state: "agreed" });
    expect(await countsOf(listing)).toEqual({ quantity: 0, reserved: 0, status: "sold" });
    expect(await sentNotices()).toEqual([
      [[buyer.viewer.id], "confirmed"],
      [[stranger.viewer.id], "taken_sold"],
    ]);
  });

  test.each([
    ["before", ["reserve", "request"]],
    ["after", ["request", "reserve"]],
  ] as const)(
    "notifies others once when the seller confirms, if the other piece was reserved %s the request",
    async (_, order) => {
      await setQuantity(listing, 2);
      const ann = await person("ann");
      const room = await roomAbout(ann, listing);
      await roomAbout(stranger, listing);
      await clearNotices();
      const taken = async () =>
        (await notices("deal")).filter(({ userIds }) => userIds.includes(stranger.viewer.id));
      let dealId = "";
      for (const what of order) {
        if (what === "request") dealId = await requested();
        else await startDeal(seller.viewer, dealForm(listing, room, { as: "reserved" }));
      }
      expect(await taken()).toEqual([]);
      await step(seller, dealId, { intent: "sold" });
      expect(await taken()).toMatchObject([{ facts: { event: "taken_sold" } }]);
    },
  );

  test("can be declined by the seller with a reason, and the item is on offer again", async () => {
    const dealId = await requested();
    await clearNotices();
    expect(await step(seller, dealId, { intent: "cancel" })).toMatchObject({ status: 422 });
    const declined = await step(seller, dealId, { intent: "cancel", reason: "Damaged" });
    expect(declined).toMatchObject(toasted("Declined"));
    expect(await countsOf(listing)).toEqual({ quantity: 1, reserved: 0, status: "available" });
    expect(await sentNotices()).toEqual([[[buyer.viewer.id], "request_declined"]]);
    const [notice] = await notices("deal");
    expect(notice?.facts).toMatchObject({ reason: "Damaged" });
    expect(await step(seller, dealId, { intent: "sold" })).toMatchObject(refusal(409, "This was declined."));
    for (const [who, line] of [
      [seller, "You declined: Damaged"],
      [buyer, `${seller.viewer.username} declined: Damaged`],
    ] as const) {
      const roomId = (await dealRow(dealId))?.room_id ?? "";
      const panel = await dealPanelOf(who.viewer, roomId);
      expect(lineOf(panel)).toBe(line);
      expect(panel.terms?.text).toMatch(/^Declined: €/);
      expect(orderStateText(await order(who.viewer, dealId))).toBe("Declined");
    }
  });

  test("lapses after a day: buyer and seller are notified once, and the item is on offer again", async () => {
    const dealId = await requested();
    await endLapsedRequests();
    expect(await dealRow(dealId)).toMatchObject({ state: "open" });
    await lapseDeal(dealId);
    await clearNotices();
    expect(await step(seller, dealId, { intent: "sold" })).toMatchObject({ status: 409 });
    await Promise.all([endLapsedRequests(), endLapsedRequests()]);
    expect(await dealRow(dealId)).toMatchObject({ state: "cancelled", cancelled_by: "time", reason: null });
    expect(await countsOf(listing)).toEqual({ quantity: 1, reserved: 0, status: "available" });
    expect(await sentNotices()).toEqual([[[buyer.viewer.id, seller.viewer.id].sort(), "request_lapsed"]]);
  });

  test("with a request that lapses or is declined notifies nobody who already knows that the item is on offer", async () => {
    await roomAbout(stranger, listing);
    const room = await roomAbout(buyer, listing);
    await clearNotices();
    const told = async () => {
      const theirs = (await notices("deal")).filter(({ userIds }) => userIds.includes(stranger.viewer.id));
      for (const notice of theirs) await deliverNotice(notice);
      await clearNotices();
      return theirs.map(({ facts }) => facts.event);
    };
    const reserve = async () =>
      (await startDeal(seller.viewer, dealForm(listing, room, { as: "reserved" }))).dealId;
    const cancel = (id: string) => step(seller, id, { intent: "cancel", reason: "Not paid" });
    for (let n = 0; n < 2; n += 1) {
      const reserved = await reserve();
      expect(await told()).toEqual(["taken_reserved"]);
      await cancel(reserved);
      expect(await told()).toEqual(["available"]);
      await lapseDeal(await requested());
      await endLapsedRequests();
      await cancel(await requested());
      expect(await told()).toEqual([]);
    }
  });

  test("requires an existing listing with Buy Now, and a signed-in user who is neither its owner nor blocked", async () => {
    expect((await buy(null)).location).toContain("/auth");
    expect((await visitorOf(null).open(buyPage, "/buy?listing=racket:1")).location).toContain("/auth");
    expect(await buy(seller)).toMatchObject({ status: 403 });
    expect(await buy(buyer, formOf({ listing: `racket:${randomUUID()}` }))).toMatchObject({ status: 404 });
    const { id } = await racketOf(seller);
    expect(await buy(buyer, formOf({ listing: `racket:${id}` }))).toMatchObject({ status: 409 });
    await setBlockedIn(seller.viewer, await roomAbout(stranger, listing), true);
    expect(await buy(stranger)).toMatchObject({ status: 403 });
    await withEnv({ offers: false }, async () => {
      expect(await buy(buyer)).toMatchObject({ status: 409 });
    });
    expect(await countsOf(listing)).toMatchObject({ reserved: 0 });
    const dealId = await requested();
    for (const intent of ["sold", "cancel"]) {
      expect((await step(null, dealId, { intent, reason: "no" })).location).toContain("/auth");
      expect(await step(stranger, dealId, { intent, reason: "no" })).toMatchObject({ status: 404 });
    }
    expect(await step(buyer, dealId, { intent: "sold" })).toMatchObject({ status: 409 });
    await db().deleteFrom("users").where("id", "=", seller.viewer.id).execute();
    expect(await buy(stranger)).toMatchObject({ status: 404 });
  });

  test("is refused when the price has changed or fewer pieces are left", async () => {
    await setQuantity(listing, 3);
    expect(await buy(buyer, formOf({ cents: "100" }))).toMatchObject({ status: 409 });
    expect(await buy(buyer, formOf({ pieces: "4" }))).toMatchObject({ status: 409 });
    const wrong: Record<string, string>[] = [
      { pieces: "0" },
      { cents: "-1" },
      { cents: "1e9" },
      { deal: "1" },
    ];
    for (const change of wrong) expect(await buy(buyer, formOf(change))).toMatchObject({ status: 422 });
    const form = formOf({ pieces: "2" });
    expect(await buy(buyer, form)).toMatchObject({ status: 302, location: `/orders/${form.deal}` });
    expect(await dealRow(form.deal ?? "")).toMatchObject({ pieces: 2, price_cents: 25_900 });
    expect(await countsOf(listing)).toMatchObject({ quantity: 3, reserved: 2 });
    // The same form again, a second form of the buyer, and the first form sent by another person.
    expect(await buy(buyer, form)).toMatchObject({ status: 302 });
    expect(await buy(buyer)).toMatchObject({ status: 409 });
    expect(await buy(stranger, form)).toMatchObject({ status: 404 });
    expect(await countsOf(listing)).toMatchObject({ reserved: 2 });
  });

  test("is refused with a sentence when all pieces together cost more than a deal may", async () => {
    await setQuantity(listing, 100_000);
    // 77,220 pieces at €129.50 cost €9,999,990, and one more costs over ten million.
    expect(await buy(buyer, formOf({ pieces: "100000" }))).toMatchObject({ status: 422 });
    expect(await buy(buyer, formOf({ pieces: "77221" }))).toMatchObject({ status: 422 });
    const form = formOf({ pieces: "77220" });
    expect(await buy(buyer, form)).toMatchObject({ status: 302 });
    expect(await dealRow(form.deal ?? "")).toMatchObject({ price_cents: 999_999_000 });
  });

  test("is possible for three listings at a time, even if a buyer sends five requests simultaneously", async () => {
    const others = await Promise.all([1, 2, 3, 4, 5].map(() => offeredRacket(seller)));
    for (const one of others) await roomAbout(buyer, one);
    const outcomes = await Promise.all(
      others.map((one) => buyNow(buyer.viewer, parsedPurchase(one)).catch(refusedWith)),
    );
    expect(outcomes.filter((one) => one === 409)).toHaveLength(2);
    const [open] = outcomes.filter((one) => typeof one !== "number");
    await takeStep(seller.viewer, open?.dealId ?? "", { intent: "sold" });
    expect(await buy(buyer)).toMatchObject({ status: 302 });
  });

  test("succeeds for only one of several buyers who request the last piece simultaneously", async () => {
    const people = [buyer, stranger, await person("third")];
    const outcomes = await Promise.all(
      people.map(({ viewer }) => buyNow(viewer, parsedPurchase(listing)).catch(refusedWith)),
    );
    expect(outcomes.filter((one) => one === 409)).toHaveLength(2);
    expect(await countsOf(listing)).toEqual({ quantity: 1, reserved: 1, status: "reserved" });
  });

  test("is either confirmed or lapses when both happen at the same moment", async () => {
    const dealId = await requested();
    await lapseDeal(dealId, 0);
    const [confirmed] = await Promise.all([
      takeStep(seller.viewer, dealId, { intent: "sold" }).catch(refusedWith),
      endLapsedRequests(),
    ]);
    await endLapsedRequests();
    const row = await dealRow(dealId);
    const counts = await countsOf(listing);
    if (typeof confirmed === "number") {
      expect(row).toMatchObject({ state: "cancelled", cancelled_by: "time" });
      expect(counts).toEqual({ quantity: 1, reserved: 0, status: "available" });
    } else {
      expect(row).toMatchObject({ state: "agreed" });
      expect(counts).toEqual({ quantity: 0, reserved: 0, status: "sold" });
    }
  });

  test("makes one request when the same form is sent several times", async () => {
    const form = parsedPurchase(listing);
    const outcomes = await Promise.all([1, 2, 3].map(() => buyNow(buyer.viewer, form)));
    expect(outcomes.map(({ repeated }) => repeated).sort()).toEqual([false, true, true]);
    expect(await countsOf(listing)).toMatchObject({ reserved: 1 });
    expect(await sentNotices()).toEqual([[[seller.viewer.id], "requested"]]);
  });
});
