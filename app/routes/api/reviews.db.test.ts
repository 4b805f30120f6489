import { beforeEach, describe, expect, test } from "vitest";
import { type ApiClient, apiAs } from "#tests/support/api.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";

let seller: Person;
let buyer: Person;
let deal: string;
let sales: ApiClient;
let api: ApiClient;
let stranger: ApiClient;
let visitor: ApiClient;

openDatabase(captureNotices);
beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
  deal = await orderOf({ seller, buyer, state: "received" });
  [sales, api, stranger, visitor] = [
    await apiAs(seller),
    await apiAs(buyer),
    await apiAs(await person("stranger")),
    await apiAs(null),
  ];
});

const path = () => `/deals/${deal}/review`;
const write = (who: ApiClient, body: object) => who("PUT", path(), { body });

/** The reviews of both parties, which makes them public. */
async function bothReviews(): Promise<string> {
  await write(api, { rating: 2, comment: "Late" });
  await write(sales, { rating: 5, comment: "" });
  const { body } = await sales("GET", path());
  return body.theirs.id;
}

describe("/deals/{deal_id}/review", () => {
  test("is hidden and can change until the other party writes one too", async () => {
    const empty = { deal_id: deal, mine: null, mine_visible: false, theirs: null, awaited: false };
    expect((await api("GET", path())).body).toEqual({ ...empty, visible_at: null, may_write: true });
    const first = await write(api, { rating: 3, comment: "Late" });
    expect(first).toMatchObject({
      status: 200,
      body: {
        mine: { rating: 3, comment: "Late" },
        mine_visible: false,
        visible_at: expect.stringMatching(/Z$/),
      },
    });
    expect((await sales("GET", path())).body).toMatchObject({ mine: null, theirs: null, awaited: true });
    expect((await write(api, { rating: 2 })).body).toMatchObject({ mine: { rating: 2, comment: "" } });
    const both = await write(sales, { rating: 5, comment: "Kind" });
    expect(both.body).toMatchObject({
      mine_visible: true,
      theirs: { rating: 2 },
      may_write: false,
      visible_at: null,
    });
    expect(await write(api, { rating: 1 })).toMatchObject({ status: 409, body: { reason: "review_fixed" } });
    expect(await api("DELETE", path())).toMatchObject({ status: 409 });
  });

  test("is deleted while it is hidden", async () => {
    await write(api, { rating: 3 });
    expect((await api("DELETE", path())).status).toBe(204);
    expect((await api("DELETE", path())).status).toBe(204);
    expect((await api("GET", path())).body).toMatchObject({ mine: null });
  });

  test("does not exist for strangers, and takes one to five stars", async () => {
    expect(await stranger("GET", path())).toMatchObject({
      status: 404,
      body: { reason: "review_deal_gone" },
    });
    expect((await write(stranger, { rating: 5 })).status).toBe(404);
    expect((await write(visitor, { rating: 5 })).status).toBe(401);
    for (const rating of [0, 6, 4.5, "5", undefined])
      expect(await write(api, { rating })).toMatchObject({
        status: 422,
        body: { errors: [{ field: "body.rating", detail: "Please choose a number of stars" }] },
      });
    expect((await write(api, { rating: 5, comment: "x".repeat(2_001) })).status).toBe(422);
    expect((await write(api, { rating: 5, reviewer_id: seller.viewer.id })).status).toBe(422);
    expect((await api("GET", path())).body).toMatchObject({ mine: null });
    const open = await orderOf({ seller, buyer });
    expect(await api("PUT", `/deals/${open}/review`, { body: { rating: 5 } })).toMatchObject({
      status: 409,
      body: { reason: "review_closed" },
    });
  });
});

describe("/reviews", () => {
  test("are those about the caller, or about anybody, with the fields of the specification [A3.7 A7.28]", async () => {
    const id = await bothReviews();
    const review = {
      id,
      reviewer_id: buyer.viewer.id,
      reviewer_username: buyer.viewer.username,
      reviewed_user_id: seller.viewer.id,
      rating: 2,
      comment: "Late",
      created_at: expect.stringMatching(/Z$/),
      answer: null,
      answered_at: null,
    };
    expect((await sales("GET", "/reviews")).body).toEqual({ data: [review], next: null });
    const about = `/reviews?reviewed_user_id=${seller.viewer.id}`;
    expect((await visitor("GET", about)).body).toEqual({ data: [review], next: null });
    expect((await visitor("GET", `/reviews/${id}`)).body).toEqual(review);
    expect(await visitor("GET", "/reviews")).toMatchObject({ status: 401, body: { reason: "key_missing" } });
    expect((await stranger("GET", "/reviews")).body).toEqual({ data: [], next: null });
    await updateRows(
      "profiles",
      { id: seller.viewer.id },
      { suspended_until: new Date(Date.now() + 60_000) },
    );
    expect((await visitor("GET", about)).status).toBe(404);
  });

  test("come in pages", async () => {
    await bothReviews();
    deal = await orderOf({ seller, buyer, state: "received" });
    const last = await bothReviews();
    const first = await sales("GET", "/reviews?limit=1");
    expect(first.body).toMatchObject({ data: [{ id: last }], next: expect.any(String) });
    const second = await sales("GET", `/reviews?limit=1&cursor=${encodeURIComponent(first.body.next)}`);
    expect(second.body).toMatchObject({ data: [{ rating: 2 }], next: null });
    expect(second.body.data[0].id).not.toBe(last);
  });

  test("are answered once, by whom they are about", async () => {
    const id = await bothReviews();
    const answer = (who: ApiClient, text: string) =>
      who("PUT", `/reviews/${id}/answer`, { body: { answer: text } });
    for (const other of [api, stranger])
      expect(await answer(other, "No.")).toMatchObject({ status: 403, body: { reason: "review_not_yours" } });
    expect((await answer(sales, " ")).status).toBe(422);
    expect(await answer(sales, "The post was late.")).toMatchObject({
      status: 200,
      body: { id, answer: "The post was late.", answered_at: expect.any(String) },
    });
    expect((await answer(sales, "The post was late.")).status).toBe(200);
    expect(await answer(sales, "Sorry.")).toMatchObject({
      status: 409,
      body: { reason: "review_answered_already" },
    });
    expect((await (await apiAs(seller, ["deals:read"]))("PUT", `/reviews/${id}/answer`)).status).toBe(403);
  });
});
