import { beforeAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";

let t: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  t = await testDatabase();
});
test("x", async () => {
  expect((await t.db.selectFrom("users").selectAll().execute()).length).toBe(0);
});
