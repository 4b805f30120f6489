import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { DEAL_STATES, isReviewable } from "#app/domain/deal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { loader as orders } from "#app/routes/deals/orders.route.tsx";
import { action, loader } from "#app/routes/reviews/review.route.tsx";
import { loader as sellerPage } from "#app/routes/sellers/seller.route.tsx";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person } from "#tests/support/people.ts";
import { waitForLocks } from "#tests/support/races.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { type Fields, Visitor } from "#tests/support/visitor.ts";
import { notifyReviews } from "./review-notices.server.ts";
import type { DealReviewView } from "./view.ts";

let seller: Person;
let buyer: Person;
let stranger: Person;
let deal: string;

openDatabase(captureNotices);
beforeEach(async () => {
  await db().deleteFrom("user_reviews").execute();
  [seller, buyer, stranger] = [await person("seller"), await person("buyer"), await person("stranger")];
  deal = await orderOf({ seller: seller, buyer: buyer, state: "agreed" });
  await clearNotices();
});

const path = () => `/orders/${deal}/review`;
const open = (who: Visitor) => who.open(loader, path(), { id: deal });
const submit = (who: Visitor, fields: Fields) => who.submit(action, path(), fields, { id: deal });
const write = (who: Person, rating = 5, comment = "Kind & quick") =>
  submit(who.visitor, { intent: "write", rating: String(rating), comment });

async function seen(who: Person): Promise<DealReviewView> {
  return ((await open(who.visitor)).data as { deal: DealReviewView }).deal;
}

async function read(of: Person) {
  const username = of.viewer.username;
  const { data } = await new Visitor().open(sellerPage, `/sellers/${username}`, { username });
  const { seller: whose, reviews } = data as Awaited<ReturnType<typeof sellerPage>>;
  return {
    count: whose.rating?.count ?? 0,
    reviews: reviews.map(({ rating, comment }) => ({ rating, comment })),
  };
}

/** Makes all hidden reviews this many days older. */
async function later(days: number): Promise<void> {
  await sql`
    update user_reviews set visible_at = visible_at - make_interval(secs => ${days * 86_400}) where visible_at > now()
  `.execute(db());
}

const stored = () => db().selectFrom("user_reviews").selectAll().where("deal_id", "=", deal).execute();

describe("/orders/:id/review", () => {
  test("does not exist for anybody but the deal's two people, nor for an unknown deal", async () => {
    expect(await open(stranger.visitor)).toMatchObject({ status: 404 });
    expect(await write(stranger)).toMatchObject({ status: 404 });
    expect(await submit(stranger.visitor, { intent: "delete" })).toMatchObject({ status: 404 });
    for (const id of ["019a0000-0000-7000-8000-000000000000", "x"])
      expect(await buyer.visitor.open(loader, `/orders/${id}/review`, { id })).toMatchObject({ status: 404 });
    expect(await stored()).toEqual([]);
  });

  test.each(DEAL_STATES)("allows a review only of a confirmed deal: the deal is %s", async (state) => {
    deal = await orderOf({ seller: seller, buyer: buyer, state });
    const isConfirmed = state !== "open" && state !== "cancelled";
    expect(await seen(buyer)).toMatchObject({ mayWrite: isConfirmed });
    expect(await write(buyer)).toMatchObject({ status: isConfirmed ? 302 : 409 });
    expect(await stored()).toHaveLength(isConfirmed ? 1 : 0);
  });

  test.each([
    [{ intent: "write", rating: "0" }],
    [{ intent: "write", rating: "6" }],
    [{ intent: "write", rating: "4.5" }],
    [{ intent: "write", rating: "", comment: "No stars" }],
    [{ intent: "write", rating: "5", comment: "x".repeat(2001) }],
    [{ intent: "write", rating: "5", comment: "a\u0000b" }],
    [{ intent: "praise", rating: "5" }, 400],
  ])("refuses an invalid form: %j", async (fields, status = 422) => {
    expect(await submit(buyer.visitor, fields)).toMatchObject({ status });
    expect(await stored()).toEqual([]);
  });

  test("stores stars without a comment, and 2,000 characters trimmed, with LF line breaks", async () => {
    await submit(buyer.visitor, { intent: "write", rating: "3" });
    expect(await stored()).toMatchObject([{ rating: 3, comment: "" }]);
    const long = `  <b>"🎾"</b>\r\n${"x".repeat(1985)} `;
    await write(buyer, 4, long);
    expect(await stored()).toMatchObject([{ rating: 4, comment: long.trim().replace("\r", "") }]);
  });
});

describe("a review", () => {
  test("is hidden from others until the other person has written too", async () => {
    await write(buyer, 2, "Late");
    expect(await read(seller)).toEqual({ count: 0, reviews: [] });
    const [forSeller, forBuyer] = [await seen(seller), await seen(buyer)];
    expect(forSeller).toMatchObject({
      awaited: true,
      hidden: null,
      mine: null,
      theirs: null,
      mayWrite: true,
    });
    expect(JSON.stringify(forSeller)).not.toContain("Late");
    expect(forBuyer).toMatchObject({ awaited: false, hidden: { rating: 2, comment: "Late" }, mine: null });
    expect(forBuyer.until).not.toBeNull();
    await write(seller, 5, "Paid at once");
    expect(await read(seller)).toEqual({ count: 1, reviews: [{ rating: 2, comment: "Late" }] });
    expect(await read(buyer)).toEqual({ count: 1, reviews: [{ rating: 5, comment: "Paid at once" }] });
    expect(await seen(buyer)).toMatchObject({
      hidden: null,
      until: null,
      mine: { rating: 2, answerPath: null, reportPath: null },
      theirs: { comment: "Paid at once" },
      mayWrite: false,
    });
  });

  test("can be changed and deleted while it is hidden, and not afterwards", async () => {
    await write(buyer, 1, "Angry");
    expect(await write(buyer, 3, "Calmer")).toMatchObject({ status: 302 });
    expect(await stored()).toMatchObject([{ rating: 3, comment: "Calmer" }]);
    expect(await submit(buyer.visitor, { intent: "delete" })).toMatchObject({ status: 302 });
    expect(await submit(buyer.visitor, { intent: "delete" })).toMatchObject({ status: 302 });
    expect(await stored()).toEqual([]);
    await write(buyer, 4, "Final");
    await write(seller, 4, "Final too");
    expect(await write(buyer, 1, "Changed my mind")).toMatchObject({ status: 409 });
    expect(await submit(buyer.visitor, { intent: "delete" })).toMatchObject({ status: 409 });
    expect((await stored()).map(({ comment }) => comment).sort()).toEqual(["Final", "Final too"]);
  });

  test("that moderators hid is shown to neither person of the deal, and its author cannot write another one", async () => {
    await write(buyer, 1, "Rude");
    await write(seller, 5, "Fine");
    await updateRows("user_reviews", { comment: "Rude" }, { hidden: "removed" });
    expect(await seen(buyer)).toMatchObject({ hidden: null, mine: null, mayWrite: false, until: null });
    expect(await seen(seller)).toMatchObject({ awaited: false, theirs: null, mine: { comment: "Fine" } });
    expect(await write(buyer, 1, "Again")).toMatchObject({ status: 409 });
  });

  test("is marked as written in its author's list of orders, even while it is hidden", async () => {
    const reviewed = async (who: Person, as: string) => {
      const { data } = await who.visitor.open(orders, `/orders?as=${as}`);
      return (data as Awaited<ReturnType<typeof orders>>).list.orders[0]?.reviewed;
    };
    await write(buyer);
    expect([await reviewed(buyer, "buying"), await reviewed(seller, "selling")]).toEqual([true, false]);
  });

  test("that is sent twice, by a double click or two tabs, is stored once", async () => {
    const both = await Promise.all([write(buyer), write(buyer)]);
    expect(both.map(({ status }) => status)).toEqual([302, 302]);
    expect(await stored()).toHaveLength(1);
    await write(seller);
    // Repeating the request is no error, even though the review has become public.
    expect(await write(buyer)).toMatchObject({ status: 302 });
  });

  test("becomes visible when both people write at the same moment", async () => {
    for (let n = 0; n < 8; n += 1) {
      deal = await orderOf({ seller: seller, buyer: buyer, state: "received" });
      await Promise.all([write(seller), write(buyer)]);
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from visible_reviews where deal_id = ${deal}
      `.execute(db());
      expect(rows).toEqual([{ n: 2 }]);
    }
  });

  test("is not changed by a request that waited for a lock while the review became visible", async () => {
    await write(buyer, 5, "Fine");
    const waiting = await inTransaction(async (trx) => {
      await sql`select from deals where id = ${deal} for update`.execute(trx);
      const first = write(seller, 5, "Fine");
      await waitForLocks(1);
      const change = write(buyer, 1, "Too late");
      await waitForLocks(2);
      return { answers: Promise.all([first, change]) };
    });
    expect(await waiting.answers).toMatchObject([{ status: 302 }, { status: 409 }]);
    expect((await stored()).every(({ comment }) => comment === "Fine")).toBe(true);
  });

  test("by a deleted person still becomes visible; nobody can review a deleted person", async () => {
    await write(buyer, 5, "From somebody who leaves");
    await db().deleteFrom("users").where("id", "=", buyer.viewer.id).execute();
    expect(await seen(seller)).toMatchObject({ other: null, awaited: true, mayWrite: false });
    expect(await write(seller)).toMatchObject({ status: 409 });
    await later(8);
    expect(await read(seller)).toMatchObject({ count: 1 });
  });
});

describe("the database", () => {
  const insert = (by: Person, of: Person, dealId = deal) =>
    insertRows("user_reviews", {
      deal_id: dealId,
      reviewer_id: by.viewer.id,
      reviewed_user_id: of.viewer.id,
      rating: 5,
      comment: "Good",
      visible_at: new Date(Date.now() + 86_400_000),
    });

  test("accepts a review only from one of the deal's two people about the other, once", async () => {
    await expect(insert(stranger, seller)).rejects.toThrow("one of the two");
    await expect(insert(buyer, stranger)).rejects.toThrow("one of the two");
    await expect(insert(buyer, buyer)).rejects.toThrow("one of the two");
    await insert(buyer, seller);
    await expect(insert(buyer, seller)).rejects.toThrow("user_reviews_once");
    await insert(seller, buyer);
  });

  test.each(DEAL_STATES)("accepts a review of a deal that is %s only if it isReviewable", async (state) => {
    const written = insert(buyer, seller, await orderOf({ seller, buyer, state }));
    if (isReviewable(state)) await written;
    else await expect(written).rejects.toThrow("one of the two");
  });

  test("accepts no review of a deal whose other person was deleted", async () => {
    const left = await orderOf({ seller: null, buyer, state: "agreed" });
    await expect(insert(buyer, seller, left)).rejects.toThrow("one of the two");
  });

  test("protects visible reviews against changes", async () => {
    await insert(buyer, seller);
    const change = (what: object) => updateRows("user_reviews", { deal_id: deal }, what);
    await change({ comment: "Better" });
    await expect(change({ answer: "Too soon", answered_at: new Date() })).rejects.toThrow("check constraint");
    await change({ visible_at: new Date() });
    await expect(change({ rating: 1 })).rejects.toThrow("stays");
    await expect(change({ comment: "" })).rejects.toThrow("stays");
    await expect(change({ visible_at: new Date(Date.now() + 86_400_000) })).rejects.toThrow("stays");
    await expect(change({ reviewed_user_id: stranger.viewer.id })).rejects.toThrow("stays");
  });
});

describe("the reviewed person", () => {
  const sentNotices = async () =>
    (await notices("review")).map(({ userIds, facts, path }) => ({ userIds, ...facts, path }));

  test("is notified of a hidden review, and then of its content when it becomes visible", async () => {
    await write(buyer, 2);
    await write(buyer, 3);
    await notifyReviews();
    const [first] = [
      { userIds: [seller.viewer.id], username: buyer.viewer.username, rating: null, path: path() },
    ];
    expect(await sentNotices()).toEqual([first]);
    await write(seller, 5);
    await notifyReviews();
    await notifyReviews();
    // Both reviews become public at the same time, so their notices have no fixed order.
    expect((await sentNotices()).toSorted((one, other) => (one.rating ?? 0) - (other.rating ?? 0))).toEqual([
      first,
      expect.objectContaining({ userIds: [seller.viewer.id], rating: 3, path: "/profile/reviews" }),
      expect.objectContaining({ userIds: [buyer.viewer.id], rating: 5 }),
    ]);
  });

  test("is notified when the seven days have passed", async () => {
    await write(buyer, 4);
    await clearNotices();
    await notifyReviews();
    expect(await sentNotices()).toEqual([]);
    await later(7);
    await notifyReviews();
    expect(await sentNotices()).toMatchObject([{ userIds: [seller.viewer.id], rating: 4 }]);
  });
});
