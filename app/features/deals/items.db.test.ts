// A deal about several of a seller's listings (docs/decisions/0047-deals.md).

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/account-deletion/commands.server.ts";
import { dealPanelOf } from "#app/features/chat/deal-panel.server.ts";
import { latestSales, monthSums } from "#app/features/earnings/queries.server.ts";
import { deleteListing } from "#app/features/listings/commands.server.ts";
import { deliverNotice } from "#app/features/notifications/deliver.server.ts";
import { buyNow } from "#app/features/offers/buy.server.ts";
import { hasOpenDeal } from "#app/features/offers/rows.server.ts";
import { order, orders } from "#app/features/orders/queries.server.ts";
import { dealWithReviews } from "#app/features/reviews/queries.server.ts";
import { anonymizeRooms } from "#app/features/rooms/account-deletion.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { action as markForm } from "#app/routes/deals/mark.route.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { exportOf } from "#tests/support/data-export.ts";
import { openDatabase } from "#tests/support/database.ts";
import {
  countsOf,
  dealForm,
  dealFormOf,
  dealFormOfEach,
  dealRow,
  roomAbout,
  setQuantity,
} from "#tests/support/marked-deals.ts";
import { offeredRacket } from "#tests/support/offers.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { outcomesOf, runTogether } from "#tests/support/races.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { faults } from "#tests/support/visitor.ts";
import { anonymizeDeals } from "./account-deletion.server.ts";
import { deleteCartRequests, saveRequest } from "./cart-requests.server.ts";
import { startDeal, takeStep } from "./commands.server.ts";
import { itemsOf } from "./pieces.server.ts";
import { answerProposal, propose } from "./proposals.server.ts";

let seller: Person;
let buyer: Person;
let stranger: Person;
type Listing = Awaited<ReturnType<typeof racketOf>>;
let one: Listing;
let two: Listing;
let three: Listing;
let roomId: string;

openDatabase(captureNotices);
beforeEach(async () => {
  [seller, buyer, stranger] = [await person("seller"), await person("buyer"), await person("stranger")];
  [one, two, three] = [await racketOf(seller), await racketOf(seller), await racketOf(seller)];
  roomId = await roomAbout(buyer, one);
  await clearNotices();
});

/** Makes a deal about two listings for 300 euros: the only piece of `one`, and three of the five pieces of `two`. */
async function marked(as: "reserved" | "sold" = "sold"): Promise<string> {
  await setQuantity(two, 5);
  const form = dealFormOf(
    [
      [one, 1],
      [two, 3],
    ] as const,
    roomId,
    { as, price: "300" },
  );
  return (await startDeal(seller.viewer, form)).dealId;
}
const deleteAccountOf = (who: Person) =>
  deleteAccount(who.visitor.request("/profile/delete", { method: "POST" }), who.viewer, [
    anonymizeDeals,
    deleteCartRequests,
    anonymizeRooms,
  ]);
const noticesOf = async (who: Person) =>
  (await notices("deal")).filter(({ userIds }) => userIds.includes(who.viewer.id));
const eventsFor = async (who: Person) =>
  (await noticesOf(who)).map(({ facts }) => [facts.event, facts.listing]);
const pathsFor = async (who: Person) => (await noticesOf(who)).map(({ path }) => path).sort();

describe("a deal about several listings", () => {
  test("reserves or sells the pieces of each listing, and puts them on offer again when it is cancelled", async () => {
    const id = await marked("reserved");
    expect(await countsOf(one)).toEqual({ quantity: 1, reserved: 1, status: "reserved" });
    expect(await countsOf(two)).toEqual({ quantity: 5, reserved: 3, status: "available" });
    await takeStep(seller.viewer, id, { intent: "sold" });
    expect(await countsOf(one)).toEqual({ quantity: 0, reserved: 0, status: "sold" });
    expect(await countsOf(two)).toEqual({ quantity: 2, reserved: 0, status: "available" });
    await takeStep(buyer.viewer, id, { intent: "confirm" });
    const proposal = randomUUID();
    await propose(seller.viewer, id, { intent: "propose_cancellation", proposal, reason: "Broken" });
    await answerProposal(buyer.viewer, id, { intent: "confirm_proposal", proposal });
    expect(await countsOf(one)).toEqual({ quantity: 1, reserved: 0, status: "available" });
    expect(await countsOf(two)).toEqual({ quantity: 5, reserved: 0, status: "available" });
    expect(await countsOf(three)).toEqual({ quantity: 1, reserved: 0, status: "available" });
  });

  test("is made once when its form is sent twice; while it is open, a deal about other items is refused", async () => {
    const form = dealFormOfEach([one, two], roomId);
    const again = dealFormOfEach([two, one], roomId);
    const { dealId } = await startDeal(seller.viewer, form);
    expect(await startDeal(seller.viewer, again)).toMatchObject({ dealId, repeated: true });
    await expect(startDeal(seller.viewer, dealForm(one, roomId))).rejects.toMatchObject({ status: 409 });
  });

  test("need not include the listing of the conversation", async () => {
    const { dealId } = await startDeal(seller.viewer, dealFormOfEach([two, three], roomId));
    expect(await countsOf(one)).toMatchObject({ status: "available" });
    expect((await dealPanelOf(buyer.viewer, roomId)).deal).toMatchObject({
      id: dealId,
      items: ["Blade 98", "Blade 98"],
    });
    expect(await itemsOf(db(), dealId)).toMatchObject([{ listing_id: two.id }, { listing_id: three.id }]);
  });

  test("is refused as a whole, with the item's name, when one item has too few pieces left", async () => {
    await updateRows("listings", { id: two.id }, { name: "Bag" });
    await expect(
      startDeal(
        seller.viewer,
        dealFormOf(
          [
            [one, 1],
            [two, 2],
          ] as const,
          roomId,
        ),
      ),
    ).rejects.toMatchObject({ status: 409, message: expect.stringContaining("Bag") });
    expect(await countsOf(one)).toMatchObject({ status: "available" });
  });

  test("is possible only about the seller's own listings that are not hidden", async () => {
    const foreign = await racketOf(stranger);
    const withForeign = dealFormOfEach([one, foreign], roomId);
    await expect(startDeal(seller.viewer, withForeign)).rejects.toMatchObject({ status: 403 });
    await expect(startDeal(stranger.viewer, withForeign)).rejects.toMatchObject({ status: 403 });
    await expect(startDeal(buyer.viewer, withForeign)).rejects.toMatchObject({ status: 403 });
    await updateRows("listings", { id: two.id }, { hidden: "hidden" });
    await expect(startDeal(seller.viewer, dealFormOfEach([one, two], roomId))).rejects.toMatchObject({
      status: 404,
    });
    // A conversation about another seller's listing.
    const theirs = await roomAbout(buyer, foreign);
    await expect(startDeal(seller.viewer, dealForm(one, theirs))).rejects.toMatchObject({ status: 404 });
  });

  test("is shown in the buyer's conversations about its items; other people see that the items are taken", async () => {
    const [second, others] = [await roomAbout(buyer, two), await roomAbout(stranger, one)];
    const id = await marked("reserved");
    expect((await dealPanelOf(buyer.viewer, second)).deal).toMatchObject({
      id,
      pieces: 4,
      items: ["Blade 98", "Blade 98 × 3"],
    });
    expect((await dealPanelOf(seller.viewer, second)).mark).toBeNull();
    expect(await dealPanelOf(stranger.viewer, others)).toMatchObject({
      deal: null,
      taken: { status: "reserved", name: null },
    });
    expect((await dealPanelOf(seller.viewer, others)).taken?.name).toBe(buyer.viewer.username);
    expect(await inTransaction((trx) => hasOpenDeal(trx, second))).toBe(true);
  });

  test("notifies its buyer once, and other people of each item that is taken or for sale again", async () => {
    await roomAbout(stranger, one);
    await roomAbout(stranger, two);
    await clearNotices();
    await setQuantity(two, 3);
    const { dealId } = await startDeal(
      seller.viewer,
      dealFormOf(
        [
          [one, 1],
          [two, 3],
          [three, 1],
        ] as const,
        roomId,
        { as: "reserved" },
      ),
    );
    expect(await eventsFor(buyer)).toEqual([["reserved", "Blade 98 (+2)"]]);
    const gone = [one, two].map(({ id }) => `/rackets/${id}`).sort();
    expect(await pathsFor(stranger)).toEqual(gone);
    for (const notice of await notices("deal")) await deliverNotice(notice);
    await clearNotices();
    await takeStep(seller.viewer, dealId, { intent: "cancel", reason: "Changed my mind" });
    expect(await eventsFor(buyer)).toEqual([["cancelled", "Blade 98 (+2)"]]);
    expect(await pathsFor(stranger)).toEqual(gone);
  });

  test("is listed with all its items, in orders, earnings, reviews and the data export", async () => {
    const id = await marked();
    await takeStep(buyer.viewer, id, { intent: "confirm" });
    const [listed] = (await orders(buyer.viewer, { as: "buyer", show: null, page: 1 })).orders;
    expect(listed).toMatchObject({ pieces: 4, listing: { name: "Blade 98 (+1)" } });
    expect((await order(buyer.viewer, id)).items).toMatchObject([{ pieces: 1 }, { pieces: 3 }]);
    const { rows } = await latestSales(seller.viewer.id, null);
    expect(rows).toMatchObject([{ type: "racket", others: 1, pieces: 4, price_cents: 30_000 }]);
    expect((await dealWithReviews(buyer.viewer, id))?.deal.others).toBe(1);
    const { deals } = await exportOf(buyer);
    expect(deals).toMatchObject([{ items: [{ pieces: 1 }, { id: two.id, pieces: 3 }] }]);
  });

  test('with items of several types is listed under "several" in the earnings', async () => {
    const id = await marked();
    await takeStep(buyer.viewer, id, { intent: "confirm" });
    await sql`update deal_items set listing_type = 'bag', listing_id = null where place = 1 and deal_id = ${id}`.execute(
      db(),
    );
    expect(await monthSums(seller.viewer.id)).toMatchObject([{ type: "several", cents: 30_000, sales: 1 }]);
  });

  test("keeps the name of a deleted listing; cancelling puts the other listings on offer again", async () => {
    const id = await marked();
    await deleteListing(seller.viewer, two);
    expect(await itemsOf(db(), id)).toMatchObject([
      { listing_id: one.id },
      { listing_id: null, listing_name: "Blade 98", pieces: 3 },
    ]);
    await takeStep(seller.viewer, id, { intent: "cancel", reason: "Broken" });
    expect(await countsOf(one)).toMatchObject({ status: "available" });
  });

  test("that was only reserved is cancelled when its buyer deletes their account", async () => {
    const id = await marked("reserved");
    await deleteAccountOf(buyer);
    expect(await dealRow(id)).toMatchObject({ state: "cancelled" });
    expect(await countsOf(one)).toMatchObject({ reserved: 0, status: "available" });
    expect(await countsOf(two)).toMatchObject({ quantity: 5, reserved: 0 });
  });
});

describe("concurrent requests:", () => {
  /** Locks the listings until all requests wait for them. */
  const together = (run: () => Promise<unknown>[]) =>
    runTogether(
      sql`select from listings where user_id = ${seller.viewer.id} order by type, id for update`,
      run,
    );

  test("of two deals about the same items, listed in another order, one is refused", async () => {
    const other = await roomAbout(stranger, two);
    const settled = await together(() => [
      startDeal(seller.viewer, dealFormOfEach([one, two, three], roomId)),
      startDeal(seller.viewer, dealFormOfEach([three, two, one], other)),
    ]);
    expect(outcomesOf(settled)).toEqual([409, "done"]);
    for (const listing of [one, two, three])
      expect(await countsOf(listing)).toMatchObject({ quantity: 0, reserved: 0 });
  });

  test("the same form sent twice makes one deal", async () => {
    const form = dealFormOfEach([one, two], roomId);
    const settled = await together(() => [startDeal(seller.viewer, form), startDeal(seller.viewer, form)]);
    expect(outcomesOf(settled)).toEqual(["done", "repeated"]);
  });

  test("of two deals about different items in one conversation, one is refused", async () => {
    const settled = await runTogether(sql`select from chat_rooms where id = ${roomId} for update`, () => [
      startDeal(seller.viewer, dealForm(one, roomId)),
      startDeal(seller.viewer, dealForm(two, roomId)),
    ]);
    expect(outcomesOf(settled)).toEqual([409, "done"]);
  });

  test("of deals that share an item, the last piece goes to one, and the other takes nothing", async () => {
    const other = await roomAbout(stranger, two);
    const settled = await together(() => [
      startDeal(seller.viewer, dealFormOfEach([one, two], roomId, { as: "reserved" })),
      startDeal(seller.viewer, dealFormOfEach([two, three], other, { as: "reserved" })),
    ]);
    expect(outcomesOf(settled)).toEqual([409, "done"]);
    const [first, shared, third] = [await countsOf(one), await countsOf(two), await countsOf(three)];
    expect(shared.reserved).toBe(1);
    expect(first.reserved + third.reserved).toBe(1);
  });

  test("of a Buy Now and a deal about the same item, one succeeds and the other takes nothing", async () => {
    const offered = await offeredRacket(seller);
    const settled = await together(() => [
      buyNow(stranger.viewer, { listing: offered, pieces: 1, cents: 12_950, deal: randomUUID() }),
      startDeal(seller.viewer, dealFormOfEach([one, offered], roomId, { as: "reserved" })),
    ]);
    expect(outcomesOf(settled)).toEqual([409, "done"]);
    expect(await countsOf(offered)).toMatchObject({ quantity: 1, reserved: 1 });
    const { reserved } = await countsOf(one);
    expect(reserved).toBe((await dealPanelOf(buyer.viewer, roomId)).deal ? 1 : 0);
  });

  test("of confirming and cancelling, one takes effect, for all items", async () => {
    const id = await marked();
    const settled = await together(() => [
      takeStep(buyer.viewer, id, { intent: "confirm" }),
      takeStep(seller.viewer, id, { intent: "cancel", reason: "Broken" }),
    ]);
    expect(outcomesOf(settled)).toEqual([409, "done"]);
    const isSold = (await dealRow(id))?.state === "agreed";
    expect(await countsOf(one)).toMatchObject({ quantity: isSold ? 0 : 1, reserved: 0 });
    expect(await countsOf(two)).toMatchObject({ quantity: isSold ? 2 : 5, reserved: 0 });
  });

  test("when the buyer's account is deleted while the seller marks the items as sold, nothing stays reserved", async () => {
    const id = await marked("reserved");
    await together(() => [deleteAccountOf(buyer), takeStep(seller.viewer, id, { intent: "sold" })]);
    const [first, second] = [await countsOf(one), await countsOf(two)];
    expect([first.reserved, second.reserved]).toEqual([0, 0]);
    expect(first.quantity === 0).toBe(second.quantity === 2);
  });
});

describe("the form with which a seller starts a deal", () => {
  const startOf = async () => (await dealPanelOf(seller.viewer, roomId)).mark?.items ?? [];
  const keys = (listings: readonly Listing[]) => listings.map(({ type, id }) => `${type}:${id}`);

  test("has the listing of the conversation ticked, and offers the seller's other listings", async () => {
    await setQuantity(three, 0);
    const items = await startOf();
    expect(items.map(({ key, chosen }) => [key, chosen])).toEqual([
      [...keys([one]), true],
      [...keys([two]), false],
    ]);
  });

  test("has those items ticked that the buyer asked for from their cart, if any are left", async () => {
    await saveRequest(buyer.viewer, roomId, [one, two, three]);
    await saveRequest(buyer.viewer, roomId, [one, two]);
    await saveRequest(stranger.viewer, roomId, [three]);
    const chosen = async () => (await startOf()).filter((item) => item.chosen).map(({ key }) => key);
    expect((await chosen()).sort()).toEqual(keys([one, two]).sort());
    await setQuantity(one, 0);
    expect(await chosen()).toEqual(keys([two]));
    await setQuantity(two, 0);
    expect(await startOf()).toEqual([]);
  });

  test("loses a cart request when its buyer deletes their account; until then, the buyer's data export has the request", async () => {
    await saveRequest(buyer.viewer, roomId, [one, two]);
    const exported = async (who: Person) => (await exportOf(who)).cartRequests;
    expect(await exported(buyer)).toHaveLength(2);
    expect(await exported(buyer)).toContainEqual(
      expect.objectContaining({ chat: roomId, listingId: one.id, name: "Blade 98" }),
    );
    expect(await exported(seller)).toEqual([]);
    await deleteAccountOf(buyer);
    const left = await findRows("cart_requests", { room_id: roomId }, ["listing_id"]);
    expect(left).toEqual([]);
  });

  test("sends the ticked listings, each with its number of pieces", async () => {
    await setQuantity(two, 5);
    const form = {
      with: roomId,
      as: "reserved",
      price: "99",
      row: keys([one, two, three]),
      pieces: ["1", "4", "1"],
    };
    const send = (listing: string[]) => seller.visitor.submit(markForm, "/deals", { ...form, listing });
    expect(await send([])).toMatchObject(faults({ listing: ["Choose at least one item."] }));
    expect(await send(keys([two, three]))).toMatchObject({ status: 200 });
    expect(await countsOf(one)).toMatchObject({ reserved: 0 });
    expect(await countsOf(two)).toMatchObject({ reserved: 4 });
    expect(await countsOf(three)).toMatchObject({ reserved: 1 });
  });
});
