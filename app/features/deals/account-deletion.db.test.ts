import { beforeEach, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/account-deletion/commands.server.ts";
import { monthSums } from "#app/features/earnings/queries.server.ts";
import { deliverNotice } from "#app/features/notifications/deliver.server.ts";
import type { OpenDealing } from "#app/features/offers/view.ts";
import { order, orders } from "#app/features/orders/queries.server.ts";
import { anonymizeRooms } from "#app/features/rooms/account-deletion.server.ts";
import { sellerFactsOf } from "#app/features/sellers/queries.server.ts";
import { db } from "#app/platform/db.server.ts";
import { loader as deletionPage } from "#app/routes/profile/account-deletion.route.tsx";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { exportOf } from "#tests/support/data-export.ts";
import { openDatabase } from "#tests/support/database.ts";
import { countsOf, dealForm, dealRow, roomAbout } from "#tests/support/marked-deals.ts";
import { offeredRacket, offerOf } from "#tests/support/offers.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { dealScene } from "#tests/support/scene.ts";
import { anonymizeDeals } from "./account-deletion.server.ts";
import { startDeal, takeStep } from "./commands.server.ts";
import { nextText, stepName } from "./ui/order-texts.ts";

let seller: Person;
let buyer: Person;
let listing: { type: string; id: string };
let roomId: string;

openDatabase(captureNotices);
beforeEach(async () => {
  ({ seller, buyer, listing, roomId } = await dealScene());
});

const marked = async (as: "reserved" | "sold") =>
  (await startDeal(seller.viewer, dealForm(listing, roomId, { as }))).dealId;
const deleteAccountOf = (who: Person) =>
  deleteAccount(who.visitor.request("/profile/delete", { method: "POST" }), who.viewer, [
    anonymizeDeals,
    anonymizeRooms,
  ]);

test("a piece that was reserved for a person is on offer again when they delete their account", async () => {
  const dealId = await marked("reserved");
  await deleteAccountOf(buyer);
  expect(await countsOf(listing)).toEqual({ quantity: 1, reserved: 0, status: "available" });
  expect(await dealRow(dealId)).toMatchObject({ state: "cancelled", cancelled_by: "buyer", buyer_id: null });
});

test("a piece that was sold to a person who then deletes their account stays sold until the seller cancels", async () => {
  const dealId = await marked("sold");
  await deleteAccountOf(buyer);
  expect(await countsOf(listing)).toMatchObject({ quantity: 0, status: "sold" });
  expect(await order(seller.viewer, dealId)).toMatchObject({
    turn: "me",
    alone: true,
    steps: ["cancel"],
    other: { kind: "left" },
  });
  await takeStep(seller.viewer, dealId, { intent: "cancel", reason: null });
  expect(await countsOf(listing)).toMatchObject({ quantity: 1, status: "available" });
});

test("an agreed sale to a buyer who left can be put back on sale or handed over, and did not happen until then", async () => {
  const dealId = await marked("sold");
  await takeStep(buyer.viewer, dealId, { intent: "confirm" });
  const sales = async () => (await sellerFactsOf(seller.viewer.id))?.sales;
  expect([await sales(), (await monthSums(seller.viewer.id)).length]).toEqual([1, 1]);
  await deleteAccountOf(buyer);
  expect([await sales(), await monthSums(seller.viewer.id)]).toEqual([0, []]);
  const whole = await order(seller.viewer, dealId);
  expect(whole).toMatchObject({ turn: "me", steps: ["cancel", "handed_over"] });
  expect(stepName("cancel", whole)).toBe("Put it back on sale");
  expect(nextText(whole)).toContain("The buyer has deleted their account. Put the item back on sale");
  const { orders: todo } = await orders(seller.viewer, { as: "seller", show: "todo", page: 1 });
  expect(todo.map(({ id }) => id)).toContain(dealId);
  await takeStep(seller.viewer, dealId, { intent: "cancel", reason: null });
  expect(await countsOf(listing)).toMatchObject({ quantity: 1, status: "available" });
});

test("a buyer whose seller left is told to cancel, or that the item arrived, and needs no reason", async () => {
  const dealId = await marked("sold");
  await takeStep(buyer.viewer, dealId, { intent: "confirm" });
  await deleteAccountOf(seller);
  const whole = await order(buyer.viewer, dealId);
  expect(whole).toMatchObject({ turn: "me", alone: true, steps: ["received", "cancel"] });
  expect(nextText(whole)).toContain("The seller has deleted their account. Cancel the order");
  expect(await takeStep(buyer.viewer, dealId, { intent: "cancel", reason: null })).toMatchObject({
    undone: false,
    undoable: false,
  });
});

test("the page that deletes an account lists the open orders and offers, and nobody else's", async () => {
  const dealId = await marked("sold");
  const racket = await offeredRacket(seller);
  const { roomId: offered } = await offerOf(buyer, racket);
  const listed = async (who: Person) => {
    const { data } = await who.visitor.open(deletionPage, "/profile/delete");
    return (data as { dealings: OpenDealing[] }).dealings.map(({ to, text }) => [to, text]);
  };
  const name = seller.viewer.username;
  expect(await listed(buyer)).toEqual([
    [
      `/orders/${dealId}#steps`,
      "Sold, not confirmed yet. It is marked as sold to you. Confirm that you bought it.",
    ],
    [`/messages/${offered}`, "Offer €100.00: Open"],
  ]);
  expect((await listed(seller)).map(([to]) => to)).toEqual([
    `/orders/${dealId}#steps`,
    `/messages/${offered}`,
  ]);
  expect(await listed(await person("stranger"))).toEqual([]);
  await takeStep(seller.viewer, dealId, { intent: "cancel", reason: `${name} was wrong` });
  expect((await listed(buyer)).map(([to]) => to)).toEqual([`/messages/${offered}`]);
});

test("when a seller deletes their account, buyers keep confirmed deals, and open deals are cancelled", async () => {
  const agreed = await marked("sold");
  await takeStep(buyer.viewer, agreed, { intent: "confirm" });
  const other = await racketOf(seller);
  const room = await roomAbout(buyer, other);
  const { dealId: open } = await startDeal(seller.viewer, dealForm(other, room));
  const { dealId: elsewhere } = await startDeal(seller.viewer, dealForm(await racketOf(seller), null));
  await deleteAccountOf(seller);
  expect(await dealRow(agreed)).toMatchObject({ state: "agreed", seller_id: null, listing_name: "Blade 98" });
  expect(await dealRow(open)).toMatchObject({ state: "cancelled", cancelled_by: "seller" });
  expect(await dealRow(elsewhere)).toBeUndefined();
  expect(await takeStep(buyer.viewer, agreed, { intent: "received" })).toMatchObject({ other: null });
  await deleteAccountOf(buyer);
  expect(await db().selectFrom("deals").select("id").where("id", "in", [agreed, open]).execute()).toEqual([]);
});

/** The event, recipients and page of each notice about deals, by event: one transaction queues them at the same time. */
const sentNotices = async () =>
  (await notices("deal")).map(({ userIds, facts, path }) => [facts.event, userIds, path]).sort();

test("when a person deletes their account, the other party learns which deals are cancelled and which are not", async () => {
  const sold = await marked("sold");
  const other = await racketOf(seller);
  const { dealId: reserved } = await startDeal(
    seller.viewer,
    dealForm(other, await roomAbout(buyer, other), { as: "reserved" }),
  );
  await clearNotices();
  await deleteAccountOf(buyer);
  expect(await sentNotices()).toEqual([
    ["account_deleted", [seller.viewer.id], `/orders/${sold}`],
    ["ended_account_deleted", [seller.viewer.id], `/orders/${reserved}`],
  ]);
});

test("when a buyer deletes their account, others who asked about the reserved piece learn that it is on offer again", async () => {
  const asker = await person("asker");
  await roomAbout(asker, listing);
  await marked("reserved");
  for (const notice of await notices("deal")) await deliverNotice(notice);
  await clearNotices();
  await deleteAccountOf(buyer);
  expect(await sentNotices()).toContainEqual(["available", [asker.viewer.id], `/rackets/${listing.id}`]);
});

test("a deal is in the data exports of its two people, and of nobody else", async () => {
  const dealId = await marked("sold");
  const exported = async (who: Person) => (await exportOf(who)).deals;
  expect(await exported(seller)).toMatchObject([
    { id: dealId, as: "seller", with: buyer.viewer.username, priceCents: 12_000, state: "open" },
  ]);
  expect(await exported(buyer)).toMatchObject([{ id: dealId, as: "buyer", with: seller.viewer.username }]);
  expect(await exported(await person("stranger"))).toEqual([]);
});
