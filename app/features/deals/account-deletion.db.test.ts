import { beforeAll, beforeEach, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/account-deletion/commands.server.ts";
import { anonymizeRooms } from "#app/features/chat/account-deletion.server.ts";
import { deliverNotice } from "#app/features/notifications/deliver.server.ts";
import { db } from "#app/platform/db.server.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { testDatabase } from "#tests/support/database.ts";
import { countsOf, dealForm, dealRow, roomAbout } from "#tests/support/marked-deals.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { anonymizeDeals } from "./account-deletion.server.ts";
import { startDeal, takeStep } from "./commands.server.ts";
import { exportDeals } from "./data-export.server.ts";

let seller: Person;
let buyer: Person;
let listing: { type: string; id: string };
let roomId: string;

beforeAll(async () => {
  const { url } = await testDatabase();
  await captureNotices(url);
});
beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
  listing = await racketOf(seller);
  roomId = await roomAbout(buyer, listing);
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
  await takeStep(seller.viewer, dealId, { intent: "cancel", reason: "They left" });
  expect(await countsOf(listing)).toMatchObject({ quantity: 1, status: "available" });
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
  const exported = async (who: Person) => {
    const all: object[] = [];
    for await (const deal of exportDeals(who.viewer.id).deals) all.push(deal);
    return all;
  };
  expect(await exported(seller)).toMatchObject([
    { id: dealId, as: "seller", with: buyer.viewer.username, priceCents: 12_000, state: "open" },
  ]);
  expect(await exported(buyer)).toMatchObject([{ id: dealId, as: "buyer", with: seller.viewer.username }]);
  expect(await exported(await person("stranger"))).toEqual([]);
});
