import { sql } from "kysely";
import { expect, test } from "vitest";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { waitForLocks } from "#tests/support/races.ts";
import { type BulkRow, writeStock } from "./bulk.server.ts";

openDatabase();

test("the listings of rows with an id and of rows with a key are locked in the same order, to prevent deadlocks", async () => {
  const shop = await person("shop");
  const [first, second] = [await racketOf(shop), await racketOf(shop)];
  await sql`update listings set row_key = 'sku:1' where id = ${first.id}`.execute(db());
  const input = {
    name: "A",
    brand: null,
    description: "",
    priceCents: 1,
    place: null,
    model: null,
    attributes: {},
  };
  const common = { type: "racket", input, centre: null, modelId: null, quantity: 1 };
  const rows: BulkRow[] = [
    { ...common, id: second.id, rowKey: null },
    { ...common, id: null, rowKey: "sku:1" },
  ];
  let writing: Promise<unknown> | undefined;
  await inTransaction(async (trx) => {
    await sql`select from listings where id = ${first.id} for update`.execute(trx);
    writing = inTransaction((other) => writeStock(other, shop.viewer.id, rows, { what: "keep" }));
    await waitForLocks(1);
    // This fails if `writeStock` has locked the second listing before the first.
    await sql`select from listings where id = ${second.id} for update nowait`.execute(trx);
  });
  expect(await writing).toEqual([
    { what: "unchanged", id: second.id, isSoldHere: false, isReserved: false },
    { what: "unchanged", id: first.id, isSoldHere: false, isReserved: false },
  ]);
});
