import { sql } from "kysely";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { setBundle } from "#app/features/bundles/bundles.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { changingTag, SELLERS_TAG } from "./cache-tags.server.ts";
import { db } from "./db.server.ts";
import { pageCache } from "./page-cache.server.ts";

let other: pg.Client;
const notified: (string | undefined)[] = [];

openDatabase(async (url) => {
  other = new pg.Client({ connectionString: url });
  await other.connect();
  other.on("notification", ({ payload }) => notified.push(payload));
  await other.query("listen listings");
});
afterAll(() => other.end());

test("a change of a seller's discount invalidates cached pages and notifies the other servers", async () => {
  const version = pageCache.version();
  await setBundle((await person("seller")).viewer, { items: 2, percent: 10 });
  await expect.poll(() => notified).toEqual([SELLERS_TAG]);
  expect(pageCache.version()).toBeGreaterThan(version);
});

test("a change that fails notifies no server and invalidates no page", async () => {
  const before = notified.length;
  const version = pageCache.version();
  await expect(changingTag(SELLERS_TAG, () => Promise.reject(new Error("not written")))).rejects.toThrow(
    "not written",
  );
  // Notifications arrive in order: one of the failed change would come before this one.
  await sql`select pg_notify('listings', 'later')`.execute(db());
  await expect.poll(() => notified.slice(before)).toEqual(["later"]);
  expect(pageCache.version()).toBe(version);
});
