import { sql } from "kysely";
import { expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { uploadOf } from "#tests/support/picture-orders.ts";
import { deleteStock } from "./account-deletion.server.ts";

openDatabase();

async function stockOf(owner: Person, count: number): Promise<void> {
  await sql`
    insert into listings (type, user_id, name, price_cents, attributes)
    select 'racket', ${owner.viewer.id}, 'N', 1, '{"category": "senior", "condition": "Good"}'
    from generate_series(1, ${count})
  `.execute(db());
}

async function countOf({ viewer }: Person): Promise<number> {
  const { rows } = await sql`select from listings where user_id = ${viewer.id}`.execute(db());
  return rows.length;
}

test("before an account is deleted, its running upload is stopped, and its stock is reduced to at most 1,000 listings", async () => {
  const [large, small] = [await person("shop"), await person("shop")];
  await stockOf(large, 2_100);
  await stockOf(small, 1_000);
  const [done, working] = [await uploadOf(large), await uploadOf(large)];
  await sql`update uploads set state = 'working' where id = ${working}`.execute(db());
  // Two simultaneous calls: the owner may use two tabs, or click twice.
  await Promise.all([deleteStock(large.viewer.id), deleteStock(large.viewer.id)]);
  expect(await countOf(large)).toBe(100);
  await deleteStock(small.viewer.id);
  expect(await countOf(small)).toBe(1_000);
  const uploads = await db().selectFrom("uploads").select(["id", "state"]).orderBy("id").execute();
  expect(uploads).toEqual([
    { id: done, state: "done" },
    { id: working, state: "stopped" },
  ]);
});
