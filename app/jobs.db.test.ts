// Tests notifications with the real jobs: from a change to the rows at the bell.

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { enqueue, startJobs } from "#app/platform/jobs.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { setFavorite } from "./features/favorites/commands.server.ts";
import { deleteListing } from "./features/listings/commands.server.ts";
import { jobHandlers } from "./jobs.server.ts";

let seller: Person;
let buyer: Person;

openDatabase(async (url) => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
  await startJobs(url, jobHandlers);
});

async function done(...names: string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`
        select name, state from pgboss.job where name = any(${[...names, "notify"]}) and state < 'completed'
      `.execute(db());
      expect(rows).toEqual([]);
    },
    { timeout: 20_000, interval: 100 },
  );
}

async function noticesOf(who: Person) {
  const rows = await db()
    .selectFrom("notifications")
    .select(["kind", "content", "path"])
    .where("user_id", "=", who.viewer.id)
    .orderBy("id")
    .execute();
  await db().deleteFrom("notifications").where("user_id", "=", who.viewer.id).execute();
  return rows;
}

test("deleting a listing notifies the people who had it as a favourite, without waiting for the job's next scheduled run", async () => {
  const key = await listingOf(seller, "racket");
  await setFavorite(buyer.viewer, key, true);
  await deleteListing(seller.viewer, key);
  await vi.waitFor(
    async () => expect(await db().selectFrom("notifications").select("id").execute()).toHaveLength(1),
    { timeout: 20_000, interval: 100 },
  );
  expect(await noticesOf(buyer)).toMatchObject([{ kind: "sold", path: `/rackets/${key.id}` }]);
  expect(await noticesOf(seller)).toEqual([]);
});

test("people get each notice only once, even when the jobs run twice", async () => {
  const key = await listingOf(seller, "racket");
  await setFavorite(buyer.viewer, key, true);
  await updateRows("listings", { id: key.id }, { price_cents: 100 });
  const room = await openRoom(buyer.viewer, key);
  await sendMessage(buyer.viewer, room, { clientId: randomUUID(), message: "hello" });
  await sql`update chat_notifications set unread_since = now() - interval '3 minutes'`.execute(db());
  await insertRows("user_reviews", {
    reviewer_id: buyer.viewer.id,
    reviewed_user_id: seller.viewer.id,
    rating: 5,
    comment: "",
  });
  const names = ["listing-changes", "chat-away", "reviews-told"];
  for (let again = 0; again < 2; again++) {
    await Promise.all(names.map((name) => enqueue(name, {})));
    await done(...names);
  }
  expect(await noticesOf(buyer)).toMatchObject([{ kind: "price_drop", path: `/rackets/${key.id}` }]);
  const toSeller = await noticesOf(seller);
  expect(toSeller.map(({ kind, path }) => `${kind} ${path}`).toSorted()).toEqual([
    `message /messages/${room}`,
    "review /profile/reviews",
  ]);
});
