import { beforeEach, describe, expect, test } from "vitest";
import { action as answerAction, loader as answerLoader } from "#app/routes/reviews/answer.route.tsx";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRow, updateRows } from "#tests/support/rows.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { writeReview } from "./commands.server.ts";

let seller: Person;
let buyer: Person;
let stranger: Person;
let deal: string;
/** The buyer's review of the seller, hidden from others until `show`. */
let id: string;

openDatabase(captureNotices);
beforeEach(async () => {
  [seller, buyer, stranger] = [await person("seller"), await person("buyer"), await person("stranger")];
  deal = await orderOf({ seller: seller, buyer: buyer, state: "received" });
  await writeReview(buyer.viewer, deal, { rating: 2, comment: "Late" });
  id = (await reviewNow()).id;
});

const reviewNow = () => findRow("user_reviews", { deal_id: deal, reviewer_id: buyer.viewer.id });
const show = () => writeReview(seller.viewer, deal, { rating: 5, comment: "" });

describe("/reviews/:id/answer", () => {
  const path = () => `/reviews/${id}/answer`;
  const open = (who: Visitor) => who.open(answerLoader, path(), { id });
  const answer = (who: Visitor, text = "The post was late.") =>
    who.submit(answerAction, path(), { answer: text }, { id });

  test("is only for the reviewed person, and only once the review is visible", async () => {
    expect(await open(seller.visitor)).toMatchObject({ status: 404 });
    expect(await answer(seller.visitor)).toMatchObject({ status: 404 });
    await show();
    for (const other of [stranger, buyer]) {
      expect(await open(other.visitor)).toMatchObject({ status: 403 });
      expect(await answer(other.visitor)).toMatchObject({ status: 403 });
    }
    expect(await reviewNow()).toMatchObject({ answer: null });
    expect(await open(seller.visitor)).toMatchObject({
      data: { review: { comment: "Late", answerPath: path() } },
    });
    expect(await answer(seller.visitor)).toMatchObject({
      status: 302,
      location: `/sellers/${seller.viewer.username}#review-${id}`,
    });
    expect(await open(seller.visitor)).toMatchObject({
      data: { review: { answer: { text: "The post was late." }, answerPath: null } },
    });
  });

  test("accepts one answer: a repetition changes nothing, and a different one is refused", async () => {
    await show();
    const both = await Promise.all([answer(seller.visitor), answer(seller.visitor)]);
    expect(both.map(({ status }) => status)).toEqual([302, 302]);
    expect(await answer(seller.visitor, "Another")).toMatchObject({
      status: 409,
      data: { result: { initialValue: { answer: "Another" } } },
    });
    expect(await reviewNow()).toMatchObject({ answer: "The post was late." });
    const change = updateRows("user_reviews", { id }, { answer: "Changed" });
    await expect(change).rejects.toThrow("stays");
  });

  test.each(["", "  \u200b ", "x".repeat(1001)])("refuses an empty or too long answer: %j", async (text) => {
    await show();
    expect(await answer(seller.visitor, text)).toMatchObject({ status: 422 });
    expect(await reviewNow()).toMatchObject({ answer: null });
  });
});
