import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { UPLOADS_JOB } from "#app/features/stock/upload/jobs.server.ts";
import { uploadOf } from "#app/features/stock/upload/present.server.ts";
import { receiveUpload } from "#app/features/stock/upload/receive.server.ts";
import { processUploads } from "#app/features/stock/upload/work.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { NOTIFY_JOB } from "#app/platform/notify.server.ts";
import { action as listingPage } from "#app/routes/listings/detail.route.tsx";
import { action as stockPage } from "#app/routes/stock/stock.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { countsOf, dealForm, setQuantity } from "#tests/support/marked-deals.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { dealScene } from "#tests/support/scene.ts";
import { inChunks } from "#tests/support/stock-files.ts";
import { refusal } from "#tests/support/visitor.ts";
import { startDeal, takeStep } from "./commands.server.ts";

// An owner cannot lower the quantity below what is reserved.
const RESERVED = "The rest is reserved. Mark it as sold or cancel the reservation first.";

openDatabase(async (url) => {
  const idle = { once: true, async work() {} } as const;
  await startJobs(url, { [UPLOADS_JOB]: idle, [NOTIFY_JOB]: { async work() {} } });
});

async function reservedOf(quantity: number) {
  const { seller, listing, roomId } = await dealScene();
  await setQuantity(listing, quantity);
  await startDeal(seller.viewer, dealForm(listing, roomId, { as: "reserved" }));
  return { seller, listing };
}

test("on the listing's page, a reserved piece cannot be marked as sold to somebody else", async () => {
  const { seller, listing } = await reservedOf(1);
  const path = `/rackets/${listing.id}`;
  expect(
    await seller.visitor.submit(listingPage, path, { intent: "sold" }, { id: listing.id }),
  ).toMatchObject(refusal(409, RESERVED));
  expect(await countsOf(listing)).toMatchObject({ quantity: 1, reserved: 1 });
});

test("in the stock table, a quantity below the number of reserved pieces is refused", async () => {
  const { seller, listing } = await reservedOf(2);
  const write = (value: string) =>
    seller.visitor.submit(stockPage, "/sell/business/stock", {
      intent: "quantity",
      item: `racket:${listing.id}`,
      value,
      was: "2",
    });
  expect(JSON.stringify(await write("0"))).toContain(RESERVED);
  expect(await countsOf(listing)).toMatchObject({ quantity: 2 });
  await write("1");
  expect(await countsOf(listing)).toMatchObject({ quantity: 1, reserved: 1, status: "reserved" });
});

test("in a stock file, a row with fewer pieces than reserved leaves as many as are reserved, and fails, and only that row", async () => {
  const { seller, listing } = await reservedOf(2);
  const other = await racketOf(seller);
  const file = `name,price,type,id,quantity\nBlade,10,racket,${listing.id},0\nSpeed,20,racket,${other.id},4\n`;
  const sent = { clientId: randomUUID(), fileName: "stock.csv", known: "update" as const };
  const { id } = await receiveUpload(seller.viewer, sent, inChunks(new TextEncoder().encode(file)));
  await processUploads(seller.viewer.id, new AbortController().signal);
  expect(await uploadOf(seller.viewer, id)).toMatchObject({
    updated: 1,
    failed: 1,
    first: [{ number: 2, faults: [RESERVED] }],
  });
  expect(await countsOf(listing)).toMatchObject({ quantity: 1, reserved: 1 });
  expect(await countsOf(other)).toMatchObject({ quantity: 4 });
});

test("a sale can be undone after the seller raised the quantity to the maximum, which it does not exceed", async () => {
  const seller = await person("seller");
  const listing = await racketOf(seller);
  await setQuantity(listing, 100_000);
  const { dealId } = await startDeal(seller.viewer, dealForm(listing, null, { pieces: "100000" }));
  expect(await countsOf(listing)).toMatchObject({ quantity: 0, status: "sold" });
  await setQuantity(listing, 100_000);
  await takeStep(seller.viewer, dealId, { intent: "cancel", reason: "They never came" });
  expect(await countsOf(listing)).toMatchObject({ quantity: 100_000, status: "available" });
});
