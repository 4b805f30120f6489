import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { offersOf } from "#app/features/offers/queries.server.ts";
import { db } from "#app/platform/db.server.ts";
import { type ApiClient, apiAs } from "#tests/support/api.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { dealsAbout } from "#tests/support/marked-deals.ts";
import { expireOffer, offeredRacket } from "#tests/support/offers.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRow, insertRows, updateRows } from "#tests/support/rows.ts";

let seller: Person;
let buyer: Person;
let listing: { type: string; id: string };
let asSeller: ApiClient;
let asBuyer: ApiClient;
let asStranger: ApiClient;

openDatabase(captureNotices);
beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
  listing = await offeredRacket(seller);
  [asSeller, asBuyer, asStranger] = [await apiAs(seller), await apiAs(buyer), await apiAs(await person())];
});

const offer = (api: ApiClient, change: object = {}) =>
  api("POST", "/offers", {
    body: { listing_type: listing.type, listing_id: listing.id, price: 100, ...change },
  });
const step = (api: ApiClient, id: string, body: object) => api("POST", `/offers/${id}/steps`, { body });

describe("an offer", () => {
  test("is made once for an id, and says to each side what they can do", async () => {
    const id = randomUUID();
    const made = await offer(asBuyer, { id, price: 100.5, note: "Today?" });
    expect([made.status, made.headers.get("location")]).toEqual([201, `/api/v1/offers/${id}`]);
    expect(made.body).toEqual({
      id,
      made_by: "buyer",
      state: "open",
      pieces: 1,
      price: 100.5,
      currency: "EUR",
      expires_at: expect.any(String),
      steps: [{ step: "withdraw", refusal: null, fields: [], required: [] }],
      room_id: expect.any(String),
      role: "buyer",
      listing: {
        listing_type: "racket",
        listing_id: listing.id,
        name: "Blade 98",
        price: 129.5,
        image: null,
      },
      other_profile: { username: seller.viewer.username, avatar_url: null },
      created_at: expect.any(String),
      closed_at: null,
      deal_id: null,
    });
    const again = await offer(asBuyer, { id, price: 90 });
    expect([again.status, again.body]).toEqual([200, made.body]);
    const { body: theirs } = await asSeller("GET", `/offers/${id}`);
    expect(theirs.steps).toEqual([
      { step: "accept", refusal: null, fields: [], required: [] },
      { step: "counter", refusal: null, fields: ["price"], required: ["price"] },
      { step: "decline", refusal: null, fields: [], required: [] },
    ]);
    const { body: message } = await asSeller("GET", `/rooms/${theirs.room_id}/messages`);
    const { id: _, ...terms } = message.data[0].offer;
    expect(theirs).toMatchObject(terms);
    expect(message.data[0].message).toBe("Today?");
  });

  test("is countered and accepted, which makes one deal", async () => {
    const { body: made } = await offer(asBuyer);
    expect((await step(asSeller, made.id, { step: "counter", price: 99 })).body.errors[0].field).toBe(
      "body.price",
    );
    expect((await step(asSeller, made.id, { step: "counter", price: 110 })).body.state).toBe("countered");
    const { body: open } = await asBuyer("GET", "/offers?state=open");
    expect(open.data).toHaveLength(1);
    const [counter] = open.data;
    expect(counter).toMatchObject({ made_by: "seller", price: 110, room_id: made.room_id });
    const { body: accepted } = await step(asBuyer, counter.id, { step: "accept" });
    expect(accepted).toMatchObject({ state: "accepted", deal_id: expect.any(String) });
    expect(accepted.steps[0].refusal).toBe("offer_was_closed");
    expect((await step(asBuyer, counter.id, { step: "accept" })).status).toBe(200);
    expect((await step(asSeller, counter.id, { step: "withdraw" })).body.reason).toBe("offer_was_closed");
    expect(await dealsAbout(listing)).toHaveLength(1);
    const { body: deal } = await asSeller("GET", `/deals/${accepted.deal_id}`);
    expect(deal).toMatchObject({ state: "agreed", price: 110, turn: "seller", role: "seller" });
  });

  test.each<[string, string, () => Promise<unknown>]>([
    [
      "one of the two blocks the other",
      "chat_refused",
      () => asBuyer("PUT", `/blocks/${seller.viewer.username}`),
    ],
    [
      "its listing is hidden",
      "chat_listing_gone",
      () => updateRows("listings", { id: listing.id }, { hidden: "hidden" }),
    ],
    ["the other person left", "chat_other_left", () => updateRows("chat_rooms", {}, { buyer_id: null })],
    [
      "the two have an open order about it",
      "offer_order_open",
      async () => {
        const { id: room_id } = await findRow("chat_rooms", {}, ["id"]);
        await insertRows("deals", {
          room_id,
          seller_id: seller.viewer.id,
          buyer_id: buyer.viewer.id,
          price_cents: 100,
          state: "open",
        });
      },
    ],
  ])("says in its steps what its command says, and so do the pages, when %s", async (_, reason, happens) => {
    await db().deleteFrom("chat_rooms").execute();
    const { body: made } = await offer(asBuyer);
    await happens();
    const { body: theirs } = await asSeller("GET", `/offers/${made.id}`);
    const refusals = Object.fromEntries(
      theirs.steps.map((each: { step: string; refusal: string | null }) => [each.step, each.refusal]),
    );
    expect(refusals).toEqual({
      accept: reason,
      counter: reason === "offer_order_open" ? null : reason,
      decline: null,
    });
    const { body: message } = await asSeller("GET", `/rooms/${theirs.room_id}/messages`);
    expect(message.data[0].offer.steps).toEqual(theirs.steps);
    const page = await offersOf(seller.viewer, { as: "seller", page: 1 });
    expect(page.offers[0]?.offer.answers).not.toContain("accept");
    expect(await step(asSeller, made.id, { step: "accept" })).toMatchObject({ body: { reason } });
    if (refusals.counter !== null)
      expect(await step(asSeller, made.id, { step: "counter", price: 110 })).toMatchObject({
        body: { reason },
      });
    expect((await step(asSeller, made.id, { step: "decline" })).body.state).toBe("declined");
  });

  test("belongs to its two people, and is expired once its time is over", async () => {
    const { body: made } = await offer(asBuyer);
    for (const [method, path, body] of [
      ["GET", `/offers/${made.id}`],
      ["POST", `/offers/${made.id}/steps`, { step: "accept" }],
    ] as const) {
      expect((await asStranger(method, path, { body })).body.reason).toBe("offer_gone");
      expect((await (await apiAs(null))(method, path, { body })).status).toBe(401);
    }
    expect((await offer(asStranger, { id: made.id })).body.reason).toBe("offer_gone");
    const reading = await apiAs(seller, ["deals:read"]);
    expect((await step(reading, made.id, { step: "accept" })).body.reason).toBe("scope_missing");
    expect((await asStranger("GET", "/offers")).body).toEqual({ data: [], next: null });
    await expireOffer(made.id);
    const { body: expired } = await asSeller("GET", `/offers/${made.id}`);
    expect(expired.state).toBe("expired");
    expect(expired.steps.map(({ refusal }: { refusal: string }) => refusal)).toEqual(
      Array(3).fill("offer_was_expired"),
    );
    expect((await step(asSeller, made.id, { step: "accept" })).body.reason).toBe("offer_was_expired");
  });

  test.each([
    [{ price: "100" }, 422, "body.price"],
    [{ price: 1e21 }, 422, "body.price"],
    [{ price: 100.005 }, 422, "body.price"],
    [{ price: -1 }, 422, "body.price"],
    [{ price: 1 }, 422, "body.price"],
    [{ price: 130 }, 422, "body.price"],
    [{ pieces: 0 }, 422, "body.pieces"],
    [{ pieces: 1.5 }, 422, "body.pieces"],
    [{ note: "x".repeat(501) }, 422, "body.note"],
    [{ state: "accepted" }, 422, "body.state"],
    [{ listing_type: "car" }, 422, "body.listing_type"],
    [{ pieces: 2 }, 409, undefined],
    [{ listing_id: randomUUID() }, 404, undefined],
  ])("with %j is refused", async (change, status, field) => {
    const answer = await offer(asBuyer, change);
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([status, field]);
  });

  test("and all others are listed in pages, the newest first", async () => {
    const ids: string[] = [];
    for (let nth = 0; nth < 3; nth++) {
      const { body } = await offer(asBuyer);
      ids.unshift(body.id);
      await step(asBuyer, body.id, { step: "withdraw" });
    }
    const pages: string[][] = [];
    let next: string | null = "";
    while (next !== null) {
      const { body } = await asSeller("GET", `/offers?role=seller&limit=2${next && `&cursor=${next}`}`);
      pages.push(body.data.map(({ id }: { id: string }) => id));
      next = body.next;
    }
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2)]);
    expect((await asSeller("GET", "/offers?role=buyer")).body.data).toEqual([]);
    expect((await asSeller("GET", "/offers?state=nothing")).status).toBe(422);
  });
});
