import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { buyNow } from "#app/features/offers/buy.server.ts";
import { type ApiAnswer, type ApiClient, apiAs } from "#tests/support/api.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { countsOf, dealsAbout, roomAbout, setQuantity } from "#tests/support/marked-deals.ts";
import { offeredRacket, parsedPurchase } from "#tests/support/offers.ts";
import { type Person, person } from "#tests/support/people.ts";
import { outcomesOf } from "#tests/support/races.ts";
import { updateRows } from "#tests/support/rows.ts";

let seller: Person;
let buyer: Person;
let listing: { type: string; id: string };
let roomId: string;
let asSeller: ApiClient;
let asBuyer: ApiClient;
let asStranger: ApiClient;

openDatabase(captureNotices);
beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
  listing = await offeredRacket(seller);
  roomId = await roomAbout(buyer, listing);
  [asSeller, asBuyer, asStranger] = [await apiAs(seller), await apiAs(buyer), await apiAs(await person())];
});

const item = () => ({ listing_type: listing.type, listing_id: listing.id });
const start = (change: object = {}) =>
  asSeller("POST", "/deals", {
    body: { items: [item()], room_id: roomId, as: "sold", price: 120, ...change },
  });
const buy = (api: ApiClient, change: object = {}) =>
  api("POST", "/purchases", { body: { ...item(), price: 129.5, ...change } });
const step = (api: ApiClient, id: string, body: object) => api("POST", `/deals/${id}/steps`, { body });
const stepNamed = ({ body }: ApiAnswer, name: string) =>
  body.steps.find((each: { step: string }) => each.step === name);
const possible = ({ body }: ApiAnswer) =>
  body.steps
    .filter(({ refusal }: { refusal: string | null }) => refusal === null)
    .map((each: { step: string }) => each.step);

describe("a deal", () => {
  test("is started by the seller, and says to each party what they can do and why not", async () => {
    const started = await start();
    expect([started.status, started.headers.get("location")]).toEqual([
      201,
      `/api/v1/deals/${started.body.id}`,
    ]);
    expect(started.body).toMatchObject({
      room_id: roomId,
      role: "seller",
      state: "open",
      turn: "buyer",
      seller_id: seller.viewer.id,
      buyer_id: buyer.viewer.id,
      other_profile: { username: buyer.viewer.username },
      pieces: 1,
      price: 120,
      requested: false,
      items: [{ listing: { ...item(), name: "Blade 98", price: 129.5 }, pieces: 1 }],
      carrier: null,
      address: null,
      proposal: null,
    });
    expect(possible(started)).toEqual(["cancel", "undo_sold"]);
    expect(stepNamed(started, "sent")).toEqual({
      step: "sent",
      refusal: "deal_not_now",
      fields: ["carrier", "tracking"],
      required: [],
    });
    const { id } = started.body;
    const theirs = await asBuyer("GET", `/deals/${id}`);
    expect(possible(theirs)).toEqual(["confirm", "cancel"]);
    // The seller takes back what was just marked without a reason; the buyer has to give one.
    expect([stepNamed(started, "cancel").required, stepNamed(theirs, "cancel").required]).toEqual([
      [],
      ["reason"],
    ]);
    expect((await step(asBuyer, id, { step: "cancel" })).body.reason).toBe("deal_reason_missing");
    const agreed = await step(asBuyer, id, { step: "confirm" });
    expect(agreed.body).toMatchObject({ state: "agreed", turn: "seller" });
    expect(stepNamed(agreed, "cancel").refusal).toBe("deal_cancel_together");
    expect(stepNamed(agreed, "end")).toMatchObject({ refusal: "deal_end_early", required: ["because"] });
    const sent = await step(asSeller, id, { step: "sent", carrier: "PostNL", tracking: "3SABC1234567" });
    expect(sent.body).toMatchObject({ state: "sent", given_as: "sent", tracking: "3SABC1234567" });
    expect(sent.body.tracking_url).toContain("postnl");
    expect((await step(asBuyer, id, { step: "received" })).body.state).toBe("received");
    expect((await step(asBuyer, id, { step: "received" })).status).toBe(200);
    expect((await step(asSeller, id, { step: "handed_over" })).body.reason).toBe("deal_not_now");
    expect(await countsOf(listing)).toMatchObject({ quantity: 0 });
  });

  test("changes when one party proposes it and the other confirms", async () => {
    const { id } = (await start()).body;
    expect(stepNamed(await asBuyer("GET", `/deals/${id}`), "propose_price").refusal).toBe("deal_not_now");
    await step(asBuyer, id, { step: "confirm" });
    expect((await step(asBuyer, id, { step: "propose_price", price: 120 })).body.errors[0].field).toBe(
      "body.price",
    );
    const proposed = await step(asBuyer, id, { step: "propose_price", price: 99.99, reason: "A scratch" });
    const { proposal } = proposed.body;
    expect(proposal).toMatchObject({ kind: "price", made_by: "buyer", price: 99.99, reason: "A scratch" });
    expect(stepNamed(proposed, "propose_price").refusal).toBe("deal_proposal_open");
    expect(possible(proposed)).toContain("withdraw_proposal");
    const theirs = await asSeller("GET", `/deals/${id}`);
    expect(stepNamed(theirs, "confirm_proposal")).toEqual({
      step: "confirm_proposal",
      refusal: null,
      fields: ["proposal_id"],
      required: ["proposal_id"],
    });
    expect((await step(asBuyer, id, { step: "confirm_proposal", proposal_id: proposal.id })).status).toBe(
      409,
    );
    const answer = await step(asSeller, id, { step: "confirm_proposal", proposal_id: proposal.id });
    expect(answer.body).toMatchObject({ price: 99.99, proposal: null });
  });

  test("shows the address that the buyer shared to its seller, and to nobody else", async () => {
    const { id } = (await start()).body;
    await step(asBuyer, id, { step: "confirm" });
    const before = await asBuyer("GET", `/deals/${id}`);
    expect(stepNamed(before, "share_address").refusal).toBe("deal_address_missing");
    await updateRows("profiles", { id: buyer.viewer.id }, { shipping_address: "Main Street 1" });
    expect((await step(asSeller, id, { step: "share_address" })).body.reason).toBe("deal_not_now");
    const shared = await step(asBuyer, id, { step: "share_address" });
    expect([shared.body.address, possible(shared)]).toEqual([
      "Main Street 1",
      expect.arrayContaining(["take_address_back"]),
    ]);
    expect((await asSeller("GET", `/deals/${id}`)).body.address).toBe("Main Street 1");
    expect(JSON.stringify((await asSeller("GET", "/deals")).body)).not.toContain("Main Street");
    expect((await asStranger("GET", `/deals/${id}`)).status).toBe(404);
    await step(asBuyer, id, { step: "take_address_back" });
    expect((await asSeller("GET", `/deals/${id}`)).body.address).toBeNull();
  });

  test("belongs to its two people, who list it by role and state", async () => {
    const { id } = (await start()).body;
    for (const [method, path, body] of [
      ["GET", `/deals/${id}`],
      ["POST", `/deals/${id}/steps`, { step: "confirm" }],
    ] as const) {
      expect((await asStranger(method, path, { body })).status).toBe(404);
      expect((await (await apiAs(null))(method, path, { body })).status).toBe(401);
    }
    expect((await step(await apiAs(buyer, ["deals:read"]), id, { step: "confirm" })).status).toBe(403);
    const ids = async (api: ApiClient, query: string) =>
      (await api("GET", `/deals?${query}`)).body.data.map((deal: { id: string }) => deal.id);
    expect(await ids(asBuyer, "role=buyer&state=open")).toEqual([id]);
    expect(await ids(asBuyer, "role=seller")).toEqual([]);
    expect(await ids(asSeller, "state=agreed")).toEqual([]);
    expect(await ids(asStranger, "")).toEqual([]);
    await setQuantity(listing, 3);
    await start({ room_id: null });
    await start({ room_id: null, as: "reserved" });
    const first = (await asSeller("GET", "/deals?limit=2")).body;
    const second = (await asSeller("GET", `/deals?limit=2&cursor=${first.next}`)).body;
    expect([first.data.length, second.data.map((deal: { id: string }) => deal.id), second.next]).toEqual([
      2,
      [id],
      null,
    ]);
  });

  test.each([
    [{ items: [] }, "body.items"],
    [{ price: -1 }, "body.price"],
    [{ as: "given" }, "body.as"],
    [{ seller_id: randomUUID() }, "body.seller_id"],
  ])("is not started with %j", async (change, field) => {
    const { status, body } = await start(change);
    expect([status, body.errors[0].field]).toEqual([422, field]);
  });

  test.each([
    [{ step: "explode" }, "body.step"],
    [{ step: "lapse" }, "body.step"],
    [{ step: "confirm", price: 1 }, "body.price"],
    [{ step: "end" }, "body.because"],
    [{ step: "propose_price", price: "5" }, "body.price"],
  ])("takes no step with %j", async (body, field) => {
    const { status, body: problem } = await step(asBuyer, randomUUID(), body);
    expect([status, problem.errors[0].field]).toEqual([422, field]);
  });
});

describe("Buy Now", () => {
  test("asks for the price that the buyer saw, once for an id, and the seller confirms or declines", async () => {
    expect((await buy(asBuyer, { price: 120 })).body.reason).toBe("deal_price_changed");
    const id = randomUUID();
    const bought = await buy(asBuyer, { id });
    expect([bought.status, bought.body]).toMatchObject([
      201,
      { id, requested: true, turn: "seller", lapses_at: expect.any(String) },
    ]);
    expect((await buy(asBuyer, { id })).status).toBe(200);
    expect(stepNamed(bought, "cancel").refusal).toBe("deal_request_binding");
    expect((await buy(asStranger, { id })).body.reason).toBe("deal_gone");
    expect((await buy(asSeller)).body.reason).toBe("chat_own");
    for (const api of [asStranger, asBuyer]) expect((await buy(api)).body.reason).toBe("deal_not_for_sale");
    const declined = await step(asSeller, id, { step: "cancel", reason: "Broken" });
    expect(declined.body).toMatchObject({ state: "cancelled", declined: true, cancelled_by: "seller" });
    expect((await buy(asBuyer, { pieces: 0 })).body.errors[0].field).toBe("body.pieces");
  });

  const ROUNDS = 60;

  /** Who buys the last piece at the same moment: two people, one person twice, or one form and its repetition. */
  const RACES = [
    async () => [await person("buyer"), await person("buyer"), randomUUID(), randomUUID()],
    async () => {
      const twice = await person("buyer");
      return [twice, twice, randomUUID(), randomUUID()];
    },
    async () => {
      const twice = await person("buyer");
      const id = randomUUID();
      return [twice, twice, id, id];
    },
  ] as (() => Promise<[Person, Person, string, string]>)[];

  test(`over API and page at once makes one deal, in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const racket = await offeredRacket(seller);
      const [one, other, id, deal] = (await RACES[round % RACES.length]?.()) ?? [];
      if (!one || !other || !id || !deal) throw new Error("A race has two buyers.");
      const api = await apiAs(one);
      const body = { id, listing_type: racket.type, listing_id: racket.id, price: 129.5 };
      const [byApi, byPage] = await Promise.allSettled([
        api("POST", "/purchases", { body }),
        buyNow(other.viewer, parsedPurchase(racket, { deal })),
      ]);
      if (byApi.status === "rejected") throw byApi.reason;
      const outcomes = [byApi.value.status, ...outcomesOf([byPage])];
      const expected =
        id === deal
          ? [
              [200, "done"],
              [201, "repeated"],
            ]
          : [
              [409, "done"],
              [201, 409],
            ];
      expect(expected).toContainEqual(outcomes);
      expect(await dealsAbout(racket)).toHaveLength(1);
      expect(await countsOf(racket)).toMatchObject({ quantity: 1, reserved: 1 });
    }
  });
});
