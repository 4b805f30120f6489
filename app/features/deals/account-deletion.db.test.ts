import { beforeAll, beforeEach, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/account-deletion/commands.server.ts";
import { anonymizeRooms } from "#app/features/chat/account-deletion.server.ts";
import { db } from "#app/platform/db.server.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
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
