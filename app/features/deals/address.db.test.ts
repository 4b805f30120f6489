import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { dealPanelOf } from "#app/features/chat/deal-panel.server.ts";
import { setBlockedIn } from "#app/features/rooms/blocking.server.ts";
import { db } from "#app/platform/db.server.ts";
import { loader as orderPage } from "#app/routes/deals/order.route.tsx";
import { action as stepForm } from "#app/routes/deals/step.route.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { exportOf } from "#tests/support/data-export.ts";
import { openDatabase } from "#tests/support/database.ts";
import { agreedDeal, dealForm, roomAbout } from "#tests/support/marked-deals.ts";
import { deleteAccountOf } from "#tests/support/offers.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { outcomesOf, runTogether } from "#tests/support/races.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { refusal, toasted, Visitor } from "#tests/support/visitor.ts";
import { deleteOldAddresses, shareAddress, takeAddressBack } from "./address.server.ts";
import { startDeal, takeStep } from "./commands.server.ts";
import type { OrderWhole } from "./view.ts";

const ADDRESS = "Bea Buyer\nCourt Road 1\n1071 AA Amsterdam";

let seller: Person;
let buyer: Person;
let stranger: Person;
let listing: { type: string; id: string };
let roomId: string;
let dealId: string;

openDatabase(captureNotices);
beforeEach(async () => {
  [seller, buyer, stranger] = [await person("seller"), await person("buyer"), await person("stranger")];
  await store("Court Road 1\n1071 AA Amsterdam");
  ({ listing, roomId, dealId } = await agreedDeal(seller, buyer));
  await clearNotices();
});

async function store(shipping_address: string | null): Promise<void> {
  await updateRows("profiles", { id: buyer.viewer.id }, { shipping_address, full_name: "Bea Buyer" });
}
const send = (who: Person | null, intent: string) =>
  (who?.visitor ?? new Visitor()).submit(stepForm, `/deals/${dealId}`, { intent }, { id: dealId });
async function addressFor(who: Person) {
  const { data } = await who.visitor.open(orderPage, `/orders/${dealId}`, { dealId });
  return (data as { order: OrderWhole }).order.address;
}
const sent = () => takeStep(seller.viewer, dealId, { intent: "sent", carrier: null, tracking: null });
const rows = () => db().selectFrom("deal_addresses").selectAll().where("deal_id", "=", dealId).execute();

describe("the shipping address of an order", () => {
  test("is shared by the buyer with one press, and visible only to the two parties of the order", async () => {
    expect(await addressFor(buyer)).toEqual({
      shared: null,
      canShare: { stored: ADDRESS },
      canTakeBack: false,
    });
    expect(await addressFor(seller)).toEqual({ shared: null, canShare: null, canTakeBack: false });
    expect((await dealPanelOf(buyer.viewer, roomId)).deal).toMatchObject({ address: "share" });
    expect(await send(buyer, "share_address")).toMatchObject(toasted("Address shared"));
    expect(await send(buyer, "share_address")).toMatchObject(toasted("That has already been done."));
    expect(await addressFor(buyer)).toEqual({ shared: ADDRESS, canShare: null, canTakeBack: true });
    expect(await addressFor(seller)).toEqual({ shared: ADDRESS, canShare: null, canTakeBack: false });
    expect((await dealPanelOf(seller.viewer, roomId)).deal).toMatchObject({ address: "shared" });
    expect((await stranger.visitor.open(orderPage, `/orders/${dealId}`, { dealId })).status).toBe(404);
    const dealNotices = await notices("deal");
    expect(dealNotices).toMatchObject([{ userIds: [seller.viewer.id], facts: { event: "address_shared" } }]);
    expect(JSON.stringify(dealNotices)).not.toContain("Court Road");
  });

  test("can be shared and taken back only by the buyer, even while the seller blocks them", async () => {
    for (const intent of ["share_address", "take_address_back"]) {
      expect(await send(seller, intent)).toMatchObject({ status: 409 });
      expect(await send(stranger, intent)).toMatchObject({ status: 404 });
      expect((await send(null, intent)).location).toContain("/auth");
    }
    expect(await rows()).toEqual([]);
    await setBlockedIn(seller.viewer, roomId, true);
    expect(await send(buyer, "share_address")).toMatchObject({ status: 200 });
  });

  test("can be taken back until the item is sent, and the seller is notified", async () => {
    await send(buyer, "share_address");
    expect(await send(buyer, "take_address_back")).toMatchObject(toasted("Address taken back"));
    expect(await rows()).toEqual([]);
    expect(await addressFor(seller)).toMatchObject({ shared: null });
    await send(buyer, "share_address");
    await sent();
    expect(await send(buyer, "take_address_back")).toMatchObject(refusal(409, /on its way/));
    expect(await addressFor(buyer)).toEqual({ shared: ADDRESS, canShare: null, canTakeBack: false });
    expect((await notices("deal")).map(({ facts }) => facts.event)).toEqual([
      "address_shared",
      "address_taken_back",
      "address_shared",
      "sent",
    ]);
  });

  test("can be shared ten times a day, and can be taken back even after the tenth time", async () => {
    for (let n = 0; n < 10; n += 1) {
      expect(await send(buyer, "share_address")).toMatchObject({ status: 200 });
      if (n < 9) await send(buyer, "take_address_back");
    }
    await store("New Street 2");
    expect(await send(buyer, "share_address")).toMatchObject({ status: 429 });
    expect(await send(buyer, "take_address_back")).toMatchObject({ status: 200 });
    expect(await rows()).toEqual([]);
    expect(await notices("deal")).toHaveLength(20);
    ({ dealId } = await agreedDeal(seller, buyer));
    expect(await send(buyer, "share_address")).toMatchObject({ status: 200 });
  });

  test("stays as it was shared when the profile changes, until the buyer shares it again", async () => {
    await send(buyer, "share_address");
    await store("New Street 2");
    expect(await addressFor(seller)).toMatchObject({ shared: ADDRESS });
    expect(await addressFor(buyer)).toMatchObject({
      shared: ADDRESS,
      canShare: { stored: "Bea Buyer\nNew Street 2" },
    });
    await send(buyer, "share_address");
    expect(await addressFor(seller)).toMatchObject({ shared: "Bea Buyer\nNew Street 2" });
    expect((await notices("deal")).at(-1)).toMatchObject({ facts: { event: "address_changed" } });
  });

  test("can be shared only when it is in the buyer's profile", async () => {
    await store(null);
    expect(await addressFor(buyer)).toMatchObject({ canShare: { stored: null } });
    expect(await send(buyer, "share_address")).toMatchObject(refusal(409, /in your profile/));
  });

  test("cannot be shared before both agreed, nor after the item was sent", async () => {
    const other = await racketOf(seller);
    const { dealId: open } = await startDeal(seller.viewer, dealForm(other, await roomAbout(buyer, other)));
    await expect(shareAddress(buyer.viewer, open)).rejects.toMatchObject({ reason: "deal_not_now" });
    await sent();
    expect(await send(buyer, "share_address")).toMatchObject({ status: 409 });
    expect(await addressFor(buyer)).toBeNull();
  });

  test("is in its buyer's data export, and not in the seller's", async () => {
    await send(buyer, "share_address");
    const exported = async (who: Person) => JSON.stringify((await exportOf(who)).deals);
    expect(await exported(buyer)).toContain("Court Road");
    expect(await exported(seller)).not.toContain("Court Road");
  });
});

describe("a shared address is gone", () => {
  /** Moves the time of sharing, and of sending or receipt, this many days into the past. */
  async function letPass(column: "received_at" | "given_at", days: number): Promise<void> {
    const at = sql<Date>`now() - make_interval(secs => ${days * 86_400})`;
    await updateRows("deals", { id: dealId }, { [column]: at });
    await updateRows("deal_addresses", { deal_id: dealId }, { shared_at: at });
  }

  test("30 days after the item arrived: first nobody sees it any more, then the job deletes it", async () => {
    await send(buyer, "share_address");
    await sent();
    await takeStep(buyer.viewer, dealId, { intent: "received" });
    await letPass("received_at", 29.9);
    await deleteOldAddresses();
    expect(await addressFor(seller)).toMatchObject({ shared: ADDRESS });
    await letPass("received_at", 30.1);
    expect(await addressFor(seller)).toBeNull();
    expect(await addressFor(buyer)).toBeNull();
    expect(await rows()).toHaveLength(1);
    // Two servers run the job at the same time.
    await Promise.all([deleteOldAddresses(), deleteOldAddresses()]);
    expect(await rows()).toEqual([]);
  });

  test("90 days after the item was sent, when the buyer does not confirm its arrival", async () => {
    await send(buyer, "share_address");
    await sent();
    await letPass("given_at", 89.9);
    expect(await addressFor(seller)).toMatchObject({ shared: ADDRESS });
    await letPass("given_at", 90.1);
    expect(await addressFor(seller)).toBeNull();
    await deleteOldAddresses();
    expect(await rows()).toEqual([]);
  });

  test("when the order is cancelled, or one of the two deletes their account", async () => {
    await send(buyer, "share_address");
    await updateRows(
      "deals",
      { id: dealId },
      { state: "cancelled", cancelled_at: new Date(), cancelled_by: "both" },
    );
    expect(await addressFor(seller)).toBeNull();
    const other = await racketOf(seller);
    const { dealId: second } = await startDeal(seller.viewer, dealForm(other, await roomAbout(buyer, other)));
    await takeStep(buyer.viewer, second, { intent: "confirm" });
    await shareAddress(buyer.viewer, second);
    await deleteAccountOf(buyer);
    expect(await findRows("deal_addresses", { deal_id: second }, ["deal_id"])).toEqual([]);
  });
});

test("taking an address back while the item is sent either deletes it or is refused", async () => {
  await send(buyer, "share_address");
  const settled = await runTogether(sql`select from listings where id = ${listing.id} for update`, () => [
    takeAddressBack(buyer.viewer, dealId),
    sent(),
  ]);
  const [back] = settled;
  expect(outcomesOf(settled)).toEqual(back?.status === "fulfilled" ? ["done", "done"] : [409, "done"]);
  expect((await rows()).length).toBe(back?.status === "fulfilled" ? 0 : 1);
});
