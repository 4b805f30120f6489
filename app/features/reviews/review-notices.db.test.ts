import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { insertRow, updateRows } from "#tests/support/rows.ts";
import { notifyReviews } from "./review-notices.server.ts";

let seller: Person;
let buyer: Person;

openDatabase(captureNotices);
beforeEach(async () => {
  await db().deleteFrom("users").execute();
  await clearNotices();
  [seller, buyer] = [await person("seller"), await person("buyer")];
});

async function review(of: Person, by: Person, rating = 4): Promise<string> {
  const { id } = await insertRow("user_reviews", {
    reviewed_user_id: of.viewer.id,
    reviewer_id: by.viewer.id,
    rating,
    comment: "",
  });
  return id;
}

test("the reviewed person is notified of a public review once, and its author is not", async () => {
  const id = await review(seller, buyer);
  await notifyReviews();
  await notifyReviews();
  expect(await notices()).toEqual([
    {
      kind: "review",
      eventKey: id,
      userIds: [seller.viewer.id],
      facts: { username: buyer.viewer.username, rating: 4 },
      path: "/profile/reviews",
      aboutId: buyer.viewer.id,
    },
  ]);
});

test("a changed review causes no second notice", async () => {
  await review(seller, buyer);
  await notifyReviews();
  await updateRows("user_reviews", {}, { rating: 1 });
  await notifyReviews();
  expect(await notices()).toHaveLength(1);
});

test("nobody is notified of a review by a deleted person, nor of one that they were notified of before", async () => {
  await review(seller, buyer);
  await db().deleteFrom("users").where("id", "=", buyer.viewer.id).execute();
  await sql`
    insert into user_reviews (reviewed_user_id, reviewer_id, rating, comment, told)
    values (${seller.viewer.id}, ${(await person("other")).viewer.id}, 5, '', true)
  `.execute(db());
  await notifyReviews();
  expect(await notices()).toEqual([]);
});

test("two servers that run the job at the same time send one notice for each of many reviews", async () => {
  await sql`
    insert into user_reviews (reviewed_user_id, reviewer_id, rating, comment)
    select ${seller.viewer.id}, ${buyer.viewer.id}, 5, '' from generate_series(1, 250)
  `.execute(db());
  await Promise.all([notifyReviews(), notifyReviews()]);
  const sent = await notices();
  expect(sent).toHaveLength(250);
  expect(new Set(sent.map(({ eventKey }) => eventKey)).size).toBe(250);
});
