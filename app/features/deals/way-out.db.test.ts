import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { dealPanelOf } from "#app/features/chat/deal-panel.server.ts";
import { deliverNotice } from "#app/features/notifications/deliver.server.ts";
import { setBlockedIn } from "#app/features/rooms/blocking.server.ts";
import { presentSellerFacts } from "#app/features/sellers/present.server.ts";
import { sellerFactsOf } from "#app/features/sellers/queries.server.ts";
import { db } from "#app/platform/db.server.ts";
import { loader as orderPage } from "#app/routes/deals/order.route.tsx";
import { action as stepForm } from "#app/routes/deals/step.route.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { exportOf } from "#tests/support/data-export.ts";
import { openDatabase } from "#tests/support/database.ts";
import { countsOf, dealForm, dealRow, roomAbout } from "#tests/support/marked-deals.ts";
import { deleteAccountOf } from "#tests/support/offers.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { agreedScene } from "#tests/support/scene.ts";
import { type Fields, faults, refusal, toasted, Visitor } from "#tests/support/visitor.ts";
import { startDeal, takeStep } from "./commands.server.ts";
import type { OrderWhole } from "./view.ts";

let seller: Person;
let buyer: Person;
let stranger: Person;
let listing: { type: string; id: string };
let roomId: string;
/** A deal that both parties have confirmed. */
let dealId: string;

openDatabase(captureNotices);
beforeEach(async () => {
  ({ seller, buyer, stranger, listing, roomId, dealId } = await agreedScene());
  await clearNotices();
});

const send = (who: Person | null, fields: Fields) =>
  (who?.visitor ?? new Visitor()).submit(stepForm, `/deals/${dealId}`, fields, { id: dealId });
async function pageOf(who: Person): Promise<OrderWhole> {
  const { data } = await who.visitor.open(orderPage, `/orders/${dealId}`, { dealId });
  return (data as { order: OrderWhole }).order;
}
async function proposed(who: Person, fields: Record<string, string> = { price: "100" }): Promise<string> {
  const proposal = randomUUID();
  const intent = "price" in fields ? "propose_price" : "propose_cancellation";
  expect(await send(who, { intent, proposal, ...fields })).toMatchObject({ status: 200 });
  return proposal;
}
const cancelling = { reason: "I found another one" };
const proposals = () =>
  db().selectFrom("deal_proposals").selectAll().where("deal_id", "=", dealId).orderBy("created_at").execute();
const dealNotices = async () =>
  (await notices("deal")).map(({ userIds, facts }) => [userIds[0], facts.event]);
/** Moves the confirmations of both parties this many days into the past. */
async function letPass(days: number): Promise<void> {
  const at = sql<Date>`now() - make_interval(secs => ${days * 86_400})`;
  await updateRows("deals", { id: dealId }, { seller_confirmed_at: at, buyer_confirmed_at: at });
}

describe("a proposal of another price", () => {
  test("is proposed by one party and confirmed by the other, and both are notified", async () => {
    const proposal = await proposed(buyer, { price: "100", reason: "The grip is worn" });
    expect((await pageOf(seller)).wayOut?.proposal).toEqual({
      id: proposal,
      kind: "price",
      price: "€100.00",
      reason: "The grip is worn",
      mine: false,
      answers: ["confirm", "decline"],
    });
    expect((await dealPanelOf(buyer.viewer, roomId)).deal?.proposal).toMatchObject({
      mine: true,
      answers: ["withdraw"],
    });
    expect(await dealRow(dealId)).toMatchObject({ price_cents: 12_000 });
    expect(await send(seller, { intent: "confirm_proposal", proposal })).toMatchObject(
      toasted("New price agreed"),
    );
    expect(await dealRow(dealId)).toMatchObject({ price_cents: 10_000, state: "agreed" });
    expect(await dealNotices()).toEqual([
      [seller.viewer.id, "price_proposed"],
      [buyer.viewer.id, "price_confirmed"],
    ]);
    expect(await countsOf(listing)).toMatchObject({ quantity: 0, status: "sold" });
  });

  test("changes nothing when it is declined or withdrawn", async () => {
    await send(seller, { intent: "decline_proposal", proposal: await proposed(buyer) });
    await send(buyer, { intent: "withdraw_proposal", proposal: await proposed(buyer) });
    expect((await proposals()).map(({ state }) => state)).toEqual(["declined", "withdrawn"]);
    expect(await dealRow(dealId)).toMatchObject({ price_cents: 12_000, state: "agreed" });
    expect(await dealNotices()).toEqual([
      [seller.viewer.id, "price_proposed"],
      [buyer.viewer.id, "proposal_declined"],
      [seller.viewer.id, "price_proposed"],
      [seller.viewer.id, "proposal_withdrawn"],
    ]);
  });

  test("must be a valid price that differs from the agreed one", async () => {
    for (const price of ["", "cheap", "1 2 0"])
      expect(await send(buyer, { intent: "propose_price", proposal: randomUUID(), price })).toMatchObject(
        faults({ price: ["Enter a price in euros."] }),
      );
    expect(
      await send(buyer, { intent: "propose_price", proposal: randomUUID(), price: "120" }),
    ).toMatchObject(refusal(422, "That is already the agreed price."));
    expect(await proposals()).toEqual([]);
  });
});

describe("cancelling together", () => {
  test("puts the pieces on offer again, and notifies those who learned that they were taken", async () => {
    const wrote = await person("wrote");
    await roomAbout(wrote, listing);
    await deliverNotice({
      kind: "deal",
      eventKey: `${dealId}:taken`,
      userIds: [wrote.viewer.id],
      facts: { event: "taken", username: seller.viewer.username, listing: "Blade 98" },
      path: `/rackets/${listing.id}`,
    });
    await clearNotices();
    const proposal = await proposed(buyer, cancelling);
    expect(await countsOf(listing)).toMatchObject({ quantity: 0 });
    expect(await send(seller, { intent: "confirm_proposal", proposal })).toMatchObject(toasted("Cancelled"));
    expect(await countsOf(listing)).toEqual({ quantity: 1, reserved: 0, status: "available" });
    // Two notices were written at the same moment, so their order varies.
    expect((await dealNotices()).sort(([, one], [, two]) => String(one).localeCompare(String(two)))).toEqual([
      [wrote.viewer.id, "available"],
      [buyer.viewer.id, "cancellation_confirmed"],
      [seller.viewer.id, "cancellation_proposed"],
    ]);
    for (const who of [seller, buyer])
      expect(await pageOf(who)).toMatchObject({
        state: "cancelled",
        steps: [],
        wayOut: null,
        cancelled: { by: "both", reason: "I found another one", because: null },
      });
    expect((await dealPanelOf(seller.viewer, roomId)).deal).toMatchObject({ cancelledBy: "both" });
  });

  test("needs a reason, and nobody can cancel alone", async () => {
    expect(
      await send(buyer, { intent: "propose_cancellation", proposal: randomUUID(), reason: " " }),
    ).toMatchObject(faults({ reason: ["Tell them briefly why."] }));
    expect(await send(buyer, { intent: "cancel", reason: "No" })).toMatchObject({ status: 409 });
    expect(await dealRow(dealId)).toMatchObject({ state: "agreed" });
  });
});

describe("a proposal", () => {
  test("is refused while another one of the order is open, and after five of the same person on one day", async () => {
    const proposal = await proposed(buyer);
    for (const who of [buyer, seller])
      expect(
        await send(who, { intent: "propose_cancellation", proposal: randomUUID(), reason: "No" }),
      ).toMatchObject(refusal(409, /already an open suggestion/));
    await send(buyer, { intent: "withdraw_proposal", proposal });
    for (let n = 1; n < 5; n += 1)
      await send(buyer, { intent: "withdraw_proposal", proposal: await proposed(buyer) });
    expect(await send(buyer, { intent: "propose_price", proposal: randomUUID(), price: "1" })).toMatchObject(
      refusal(409, /5 changes a day/),
    );
    await proposed(seller);
  });

  test("ends when the item is sent, and is not possible afterwards", async () => {
    const proposal = await proposed(buyer);
    await send(seller, { intent: "sent" });
    expect(await proposals()).toMatchObject([{ state: "ended" }]);
    expect(await send(seller, { intent: "confirm_proposal", proposal })).toMatchObject({ status: 409 });
    expect(await send(buyer, { intent: "propose_price", proposal: randomUUID(), price: "1" })).toMatchObject({
      status: 409,
    });
    expect(await pageOf(buyer)).toMatchObject({ wayOut: null, price: "€120.00" });
  });

  test("cannot be answered by its author, a stranger or a visitor, nor through another order", async () => {
    const proposal = await proposed(buyer);
    const other = await person("other");
    const theirs = await racketOf(seller);
    const room = await roomAbout(other, theirs);
    const { dealId: another } = await startDeal(seller.viewer, dealForm(theirs, room));
    await takeStep(other.viewer, another, { intent: "confirm" });
    for (const intent of ["confirm_proposal", "decline_proposal"]) {
      expect(await send(buyer, { intent, proposal })).toMatchObject({ status: 409 });
      expect(await send(stranger, { intent, proposal })).toMatchObject({ status: 404 });
      expect((await send(null, { intent, proposal })).location).toContain("/auth");
      const path = `/deals/${another}`;
      expect(await other.visitor.submit(stepForm, path, { intent, proposal }, { id: another })).toMatchObject(
        { status: 404 },
      );
    }
    expect(await send(seller, { intent: "withdraw_proposal", proposal })).toMatchObject({ status: 409 });
    expect(
      await send(stranger, { intent: "propose_price", proposal: randomUUID(), price: "1" }),
    ).toMatchObject({ status: 404 });
    expect(
      (await send(null, { intent: "propose_price", proposal: randomUUID(), price: "1" })).location,
    ).toContain("/auth");
    // A form with the id of another user's proposal is refused too.
    expect(await send(seller, { intent: "propose_price", proposal, price: "1" })).toMatchObject({
      status: 404,
    });
    expect(await proposals()).toMatchObject([{ state: "open" }]);
  });

  test("is possible while one person blocks the other, and is in the data exports of both", async () => {
    await setBlockedIn(buyer.viewer, roomId, true);
    const proposal = await proposed(buyer, cancelling);
    await send(seller, { intent: "confirm_proposal", proposal });
    expect(await dealRow(dealId)).toMatchObject({ state: "cancelled" });
    for (const who of [seller, buyer]) {
      const { deals } = await exportOf(who);
      expect(deals).toMatchObject([
        { proposals: [{ by: "buyer", kind: "cancellation", state: "confirmed" }] },
      ]);
    }
  });

  test("cannot be changed in the database", async () => {
    await proposed(buyer);
    await expect(updateRows("deal_proposals", { deal_id: dealId }, { price_cents: 1 })).rejects.toMatchObject(
      { constraint: "deal_proposals_unchanged" },
    );
    await updateRows("deal_proposals", { deal_id: dealId }, { state: "declined", closed_at: new Date() });
    await expect(
      updateRows("deal_proposals", { deal_id: dealId }, { state: "confirmed" }),
    ).rejects.toMatchObject({ constraint: "proposal_moves" });
  });
});

describe("ending an order alone", () => {
  const factsOf = async (who: Person) => presentSellerFacts(await sellerFactsOf(who.viewer.id));

  test("is possible 7 days after both agreed, and not before, nor once the item is sent", async () => {
    await letPass(6.9);
    expect((await pageOf(seller)).steps).not.toContain("end");
    expect(await send(seller, { intent: "end", because: "never_paid" })).toMatchObject(
      refusal(409, /7 days/),
    );
    await letPass(7.1);
    expect((await pageOf(seller)).steps).toContain("end");
    await takeStep(seller.viewer, dealId, { intent: "sent", carrier: null, tracking: null });
    expect(await send(buyer, { intent: "end", because: "never_came" })).toMatchObject({ status: 409 });
  });

  test.each([
    ["seller", "never_paid", "ended_unpaid"],
    ["seller", "never_came", "ended_not_collected"],
    ["buyer", "never_came", "ended_not_handed_over"],
  ] as const)("by the %s because of %s is counted on the other's profile", async (role, because, event) => {
    const [who, other] = role === "seller" ? [seller, buyer] : [buyer, seller];
    await letPass(8);
    await proposed(other);
    await clearNotices();
    expect(await send(who, { intent: "end", because })).toMatchObject(toasted("Order ended"));
    expect(await dealRow(dealId)).toMatchObject({
      state: "cancelled",
      cancelled_by: role,
      ended_because: because,
    });
    expect(await countsOf(listing)).toEqual({ quantity: 1, reserved: 0, status: "available" });
    expect(await dealNotices()).toEqual([[other.viewer.id, event]]);
    expect(await proposals()).toMatchObject([{ state: "ended" }]);
    const counted = "1 order ended by the other person: not paid or not handed over";
    expect(await factsOf(other)).toContain(counted);
    expect(await factsOf(who)).not.toContain(counted);
    expect((await pageOf(who)).cancelled).toMatchObject({ by: "me", because });
    expect((await pageOf(other)).cancelled).toMatchObject({ by: "other", because });
    expect(await send(who, { intent: "end", because })).toMatchObject(toasted("That has already been done."));
    expect(await send(other, { intent: "end", because: "never_came" })).toMatchObject({ status: 409 });
  });

  test("needs one of the reasons that this party can give", async () => {
    await letPass(8);
    expect(await send(buyer, { intent: "end" })).toMatchObject(faults({ because: ["Choose a reason."] }));
    expect(await send(buyer, { intent: "end", because: "never_paid" })).toMatchObject({ status: 400 });
    expect(await send(stranger, { intent: "end", because: "never_came" })).toMatchObject({ status: 404 });
    expect((await send(null, { intent: "end", because: "never_came" })).location).toContain("/auth");
    expect(await dealRow(dealId)).toMatchObject({ state: "agreed" });
  });
});

describe("the other party", () => {
  test("who is suspended need not agree to a cancellation, which is not counted on their profile", async () => {
    await updateRows(
      "profiles",
      { id: seller.viewer.id },
      { suspended_until: sql<Date>`now() + interval '1 day'` },
    );
    expect((await pageOf(buyer)).steps).toEqual(["received", "cancel"]);
    expect(await send(buyer, { intent: "cancel", reason: "They cannot answer" })).toMatchObject({
      status: 200,
    });
    expect(await dealRow(dealId)).toMatchObject({ state: "cancelled", ended_because: null });
    expect(await countsOf(listing)).toMatchObject({ quantity: 1 });
  });

  test("who deleted their account need not agree to a cancellation, and their proposal ends", async () => {
    await proposed(buyer);
    await deleteAccountOf(buyer);
    expect(await proposals()).toMatchObject([{ state: "ended" }]);
    expect(await pageOf(seller)).toMatchObject({ wayOut: null, other: { kind: "left" } });
    expect(await send(seller, { intent: "propose_price", proposal: randomUUID(), price: "1" })).toMatchObject(
      {
        status: 403,
      },
    );
    expect(await send(seller, { intent: "cancel", reason: "They left" })).toMatchObject({ status: 200 });
    expect(await countsOf(listing)).toEqual({ quantity: 1, reserved: 0, status: "available" });
  });
});
