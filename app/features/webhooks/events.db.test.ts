import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { takeStep } from "#app/features/deals/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { answer, offeredRacket, offerOf } from "#tests/support/offers.ts";
import { saleOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRow, findRows, updateRows } from "#tests/support/rows.ts";
import { webhookAt } from "#tests/support/webhooks.ts";
import { EVENT_TYPES } from "./events.ts";

openDatabase(captureNotices);

let seller: Person;
let buyer: Person;
let listing: { type: string; id: string };
beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
  listing = await offeredRacket(seller);
});

const hook = async (who: Person, types?: readonly string[]) =>
  (await webhookAt(who, "https://192.0.2.1/events", types)).id;

/** What a webhook is told, in order. */
async function told(id: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from webhook_deliveries where endpoint_id = ${id} order by position
  `.execute(db());
  return rows.map(({ type }) => type);
}

test("there is an event for each state that the database lets a listing, an offer and a deal reach, and no other", async () => {
  const { rows } = await sql<{ type: string }>`
    select distinct kind || '.' || becomes as type from status_moves where kind in ('listing', 'offer', 'deal')
  `.execute(db());
  const others = ["offer.created", "deal.created", "deal.confirmed", "deal.unconfirmed", "message.created"];
  expect([...EVENT_TYPES].sort()).toEqual([...rows.map(({ type }) => type), ...others].sort());
});

describe("an event", () => {
  test("tells both parties of messages, offers and each step of their deal, and the seller of the listing", async () => {
    const [sellers, buyers] = [await hook(seller), await hook(buyer)];
    const { id, roomId } = await offerOf(buyer, listing, { note: "Is it strung?" });
    await answer(seller, id, "accept");
    const { id: dealId } = await findRow("deals", { room_id: roomId }, ["id"]);
    await takeStep(seller.viewer, dealId, { intent: "handed_over" });
    await takeStep(buyer.viewer, dealId, { intent: "received" });
    const both = ["offer.created", "message.created", "offer.accepted"];
    const steps = ["deal.created", "deal.agreed", "deal.handed_over", "deal.received"];
    expect((await told(buyers)).sort()).toEqual([...both, ...steps].sort());
    expect((await told(buyers)).filter((type) => type.startsWith("deal."))).toEqual(steps);
    const ofListing = (await told(sellers)).filter((type) => type.startsWith("listing."));
    expect(ofListing).toEqual(["listing.sold"]);
    expect((await told(sellers)).filter((type) => !ofListing.includes(type))).toEqual(await told(buyers));
    const rows = await findRows("webhook_deliveries", { endpoint_id: buyers }, ["type", "thing", "data"]);
    expect(JSON.stringify(rows)).not.toContain("strung");
    expect(rows).toEqual(
      expect.arrayContaining([
        {
          type: "offer.accepted",
          thing: roomId,
          data: { offer_id: id, room_id: roomId, by: "buyer", state: "accepted" },
        },
        {
          type: "deal.received",
          thing: dealId,
          data: {
            deal_id: dealId,
            room_id: roomId,
            state: "received",
            seller_confirmed: true,
            buyer_confirmed: true,
          },
        },
        {
          type: "message.created",
          thing: roomId,
          data: { room_id: roomId, message_id: expect.any(String), by: "buyer" },
        },
      ]),
    );
  });

  test("tells of a party that confirms alone, and takes that back", async () => {
    const id = await hook(seller);
    const deal = await saleOf(seller, { state: "open", seller_confirmed_at: null, buyer_confirmed_at: null });
    await updateRows("deals", { id: deal }, { seller_confirmed_at: new Date() });
    await updateRows("deals", { id: deal }, { seller_confirmed_at: null });
    expect(await told(id)).toEqual(["deal.created", "deal.confirmed", "deal.unconfirmed"]);
  });

  test("tells of a listing whatever changes its status, and of nothing else that changes", async () => {
    const id = await hook(seller);
    const change = (values: object) => updateRows("listings", { id: listing.id }, values);
    await change({ reserved: 1 });
    await change({ reserved: 0, price_cents: 9_000 });
    await change({ price_cents: 8_000 });
    await change({ hidden: "hidden" });
    await change({ hidden: null, quantity: 0 });
    expect(await told(id)).toEqual(
      ["reserved", "available", "hidden", "sold"].map((state) => `listing.${state}`),
    );
  });

  test("is written for the webhooks that are on and told of its type, and with the change alone", async () => {
    const [sold, off, strangers] = [
      await hook(seller, ["listing.sold"]),
      await hook(seller),
      await hook(await person("stranger")),
    ];
    await updateRows("webhook_endpoints", { id: off }, { off: "person" });
    await expect(
      db()
        .transaction()
        .execute(async (trx) => {
          await sql`update listings set quantity = 0 where id = ${listing.id}`.execute(trx);
          throw new Error("rolled back");
        }),
    ).rejects.toThrow("rolled back");
    expect(await told(sold)).toEqual([]);
    await updateRows("listings", { id: listing.id }, { hidden: "hidden" });
    await updateRows("listings", { id: listing.id }, { hidden: null, quantity: 0 });
    expect(await Promise.all([sold, off, strangers].map(told))).toEqual([["listing.sold"], [], []]);
  });

  test("of a shop that hides everything at once is written for each listing", async () => {
    const id = await hook(seller);
    for (let count = 0; count < 20; count += 1) await racketOf(seller);
    await updateRows("listings", { user_id: seller.viewer.id }, { hidden: "suspended" });
    expect(await told(id)).toEqual(Array.from({ length: 21 }, () => "listing.hidden"));
  });
});
