import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { DEAL_STATES, type DealRole } from "#app/domain/deal.ts";
import { dealFacts } from "#app/features/deals/rules.ts";
import { ORDER_FILTERS, type OrderList, type OrderView, type OrderWhole } from "#app/features/deals/view.ts";
import { openRoom } from "#app/features/rooms/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { loader as orderPage } from "#app/routes/deals/order.route.tsx";
import { loader as listPage } from "#app/routes/deals/orders.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { NOBODY_SUSPENDED } from "#tests/support/marked-deals.ts";
import { type OrderFields, orderOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { ORDERS_AT_ONCE, ordersToDo } from "./queries.server.ts";
import { stageOf, turnOf } from "./turns.ts";

/** Stands for the photo that the listing does not have. */
const RACKET = { drawing: categoryOfType("racket")?.drawing };
let seller: Person;
let buyer: Person;

openDatabase();
beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
});

const agreed = (fields: Partial<OrderFields> = {}) => orderOf({ seller, buyer, ...fields });
const minute = (nth: number) => new Date(Date.UTC(2026, 0, 1, 0, nth));

async function list(who: Person, query = ""): Promise<OrderList> {
  const { data } = await who.visitor.open(listPage, `/orders${query}`);
  return (data as { list: OrderList }).list;
}
const names = ({ orders }: OrderList) => orders.map(({ listing }) => listing.name);
const opened = (who: Person, id: string) => who.visitor.open(orderPage, `/orders/${id}`, { dealId: id });
async function whole(who: Person, id: string): Promise<OrderWhole> {
  const { data } = await opened(who, id);
  return (data as { order: OrderWhole }).order;
}

describe("the list of deals", () => {
  test("shows orders and sales, each with its count, the newest first [A2.9 M2.19]", async () => {
    await agreed({ name: "first", at: minute(1) });
    await agreed({ name: "second", at: minute(2), state: "received" });
    await orderOf({ seller: buyer, buyer: seller, name: "back" });
    const bought = await list(buyer);
    expect(names(bought)).toEqual(["second", "first"]);
    expect(bought).toMatchObject({ as: "buyer", totals: { buyer: 2, seller: 1 }, page: 1, pages: 1 });
    expect(names(await list(buyer, "?as=selling"))).toEqual(["back"]);
    expect(names(await list(seller, "?as=selling"))).toEqual(["second", "first"]);
    expect(await list(await person("new"))).toMatchObject({ orders: [], totals: { buyer: 0, seller: 0 } });
  });

  test("starts with sales when there are no orders [A2.9]", async () => {
    await agreed({ name: "sold" });
    expect(await list(seller)).toMatchObject({ as: "seller", totals: { buyer: 0, seller: 1 } });
    expect(names(await list(seller))).toEqual(["sold"]);
    expect(await list(seller, "?as=buying")).toMatchObject({ as: "buyer", orders: [] });
    await orderOf({ seller: buyer, buyer: seller, name: "bought" });
    expect(names(await list(seller))).toEqual(["bought"]);
  });

  test("shows each deal's item as it was agreed, other person, pieces, price, next step and conversation", async () => {
    const listing = await racketOf(seller, { name: "Another title by now" });
    const roomId = await openRoom(buyer.viewer, listing);
    const id = await agreed({ listing, name: "Pure Aero", roomId, cents: 11_950, at: minute(1) });
    const [order] = (await list(buyer)).orders;
    expect(order).toEqual({
      id,
      suspended: null,
      role: "buyer",
      state: "open",
      requested: false,
      declined: false,
      alone: false,
      sellerConfirmed: false,
      buyerConfirmed: false,
      turn: "me",
      proposedBy: null,
      steps: ["confirm", "cancel"],
      listing: { name: "Pure Aero", path: `/rackets/${listing.id}`, photo: RACKET },
      other: { kind: "here", username: seller.viewer.username, avatarUrl: null },
      reviewed: false,
      pieces: 1,
      price: "€119.50",
      roomId,
      at: minute(1).toISOString(),
    });
    const [sold] = (await list(seller, "?as=selling")).orders;
    expect(sold).toMatchObject({
      turn: "other",
      steps: ["sold", "cancel"],
      other: { username: buyer.viewer.username },
    });
  });

  test("keeps a deal whose listing was deleted, with the listing's name", async () => {
    const listing = await racketOf(seller);
    const id = await agreed({ listing, name: "As it was called", state: "received" });
    await db().deleteFrom("listings").where("id", "=", listing.id).execute();
    for (const order of [(await list(buyer)).orders[0], await whole(seller, id)])
      expect(order?.listing).toEqual({ name: "As it was called", path: null, photo: null });
  });

  test("keeps deals with deleted people, and with buyers outside the shop", async () => {
    await orderOf({ seller: null, buyer, state: "sent", name: "from somebody", at: minute(2) });
    await orderOf({ seller: buyer, buyer: null, elsewhere: true, name: "elsewhere", sold: true });
    const [order] = (await list(buyer)).orders;
    expect(order).toMatchObject({ other: { kind: "left", username: null }, turn: "me" });
    const [elsewhere] = (await list(buyer, "?as=selling&show=done")).orders;
    expect(elsewhere).toMatchObject({ other: { kind: "elsewhere", username: null }, turn: null });
  });

  test("redirects from beyond the last page to the last page, and ignores invalid parameters", async () => {
    const all = Array.from({ length: ORDERS_AT_ONCE + 3 }, (_, nth) => `deal ${nth}`);
    for (const [nth, name] of all.entries()) await agreed({ name, state: "received", at: minute(nth) });
    const first = await list(buyer);
    expect(first).toMatchObject({ page: 1, pages: 2 });
    const second = await list(buyer, "?page=2");
    expect([...names(first), ...names(second)]).toEqual(all.toReversed());
    const beyond = await buyer.visitor.open(listPage, "/orders?show=done&page=7");
    expect(beyond).toMatchObject({ status: 302, location: "/orders?as=buying&show=done&page=2" });
    for (const query of ["?page=0", "?page=-1", "?page=x", "?show=nothing", "?as=%00", "?page=99999999"])
      expect(names(await list(buyer, query))).toEqual(names(first));
  });
});

/** All combinations of state, parties and confirmations that the database allows. */
function everyDeal(): OrderFields[] {
  const both = [true, false];
  const parties = ["both", "seller", "buyer", "elsewhere"] as const;
  const all = DEAL_STATES.flatMap((state) =>
    parties.flatMap((who) =>
      both.flatMap((sold) => both.map((confirmed) => ({ state, who, sold, confirmed }))),
    ),
  );
  return all
    .filter(({ state, who, sold, confirmed }) => {
      const ended = state === "cancelled";
      if (who === "elsewhere" && (confirmed || !(ended || state === "open"))) return false;
      return ended || (state === "open" ? !(sold && confirmed) : sold && confirmed);
    })
    .map(({ state, who, sold, confirmed }) => ({
      seller: who === "buyer" ? null : seller,
      buyer: who === "both" || who === "buyer" ? buyer : null,
      elsewhere: who === "elsewhere",
      name: [state, who, sold && "sold", confirmed && "confirmed"].filter(Boolean).join(" "),
      state,
      sold,
      confirmed,
    }));
}

async function wholeList(who: Person, query: string): Promise<{ first: OrderList; orders: OrderView[] }> {
  const first = await list(who, query);
  const others = Array.from({ length: first.pages - 1 }, (_, nth) => list(who, `${query}&page=${nth + 2}`));
  return { first, orders: [first, ...(await Promise.all(others))].flatMap(({ orders }) => orders) };
}

test("the list shows exactly the person's deals, and each filter exactly those that match it [A2.9]", async () => {
  const stranger = await person("stranger");
  for (const fields of everyDeal()) await orderOf(fields);
  for (const made_by of ["seller", "buyer"] as const) {
    const deal_id = await orderOf({ seller, buyer, state: "agreed", name: `proposed by the ${made_by}` });
    const proposal = { id: randomUUID(), deal_id, made_by, kind: "cancellation", reason: "Found another" };
    await insertRows("deal_proposals", proposal);
  }
  for (const [name, minutes] of Object.entries({ requested: 5, lapsed: -5 })) {
    const id = await orderOf({ seller, buyer, confirmed: true, sold: false, name });
    const lapses_at = new Date(Date.now() + minutes * 60_000);
    await updateRows("deals", { id }, { lapses_at });
  }
  const rows = await db()
    .selectFrom("deals")
    .select([
      "id",
      "state",
      "seller_confirmed_at",
      "buyer_confirmed_at",
      "seller_id",
      "buyer_id",
      "lapses_at",
      "cancelled_by",
      "ended_because",
      "reason",
      "elsewhere",
      "created_at",
      sql<DealRole | null>`(select made_by from deal_proposals where deal_id = deals.id)`.as("proposed_by"),
    ])
    .where(({ or, eb }) => or([eb("seller_id", "=", seller.viewer.id), eb("buyer_id", "=", buyer.viewer.id)]))
    .execute();
  expect(rows).toHaveLength(everyDeal().length + 4);
  for (const who of [seller, buyer, stranger]) {
    let todo = 0;
    for (const role of ["seller", "buyer"] as const) {
      const query = role === "seller" ? "?as=selling" : "?as=buying";
      const mine = rows.filter((row) => row[`${role}_id`] === who.viewer.id);
      const all = await wholeList(who, query);
      expect(all.orders.map(({ id }) => id).sort()).toEqual(mine.map(({ id }) => id).sort());
      expect(all.first.totals[role]).toBe(mine.length);
      for (const show of ORDER_FILTERS) {
        const fits = mine.filter((row) => {
          const facts = dealFacts({ ...row, ...NOBODY_SUSPENDED }, new Date());
          return show === "todo" ? turnOf(facts, row.proposed_by) === role : stageOf(facts) === show;
        });
        const part = await wholeList(who, `${query}&show=${show}`);
        expect(part.orders.map(({ id }) => id).sort()).toEqual(fits.map(({ id }) => id).sort());
        expect([show, all.first.counts[show]]).toEqual([show, fits.length]);
        // A deal that waits for the viewer never has cancelling as its first step.
        const answered = part.orders.filter(({ alone }) => !alone);
        if (show !== "todo") continue;
        expect(answered.map(({ steps }) => steps[0])).not.toContain("cancel");
        todo += fits.length;
      }
    }
    expect(await ordersToDo(who.viewer)).toBe(todo);
  }
  const [one] = rows;
  expect((await opened(stranger, one?.id ?? "")).status).toBe(404);
});

describe("the page of a deal", () => {
  test("shows the times of all steps, and the parcel with a link to its carrier", async () => {
    const id = await agreed({ state: "sent", carrier: "postnl", tracking: "3S ABCD 1234", at: minute(0) });
    const order = await whole(buyer, id);
    expect(order).toMatchObject({
      at: "2026-01-01T00:00:00.000Z",
      sellerConfirmedAt: "2026-01-01T01:00:00.000Z",
      buyerConfirmedAt: "2026-01-01T02:00:00.000Z",
      givenAt: "2026-01-02T00:00:00.000Z",
      receivedAt: null,
      parcel: {
        carrier: "postnl",
        number: "3S ABCD 1234",
        trackUrl: "https://postnl.nl/tracktrace/?B=3SABCD1234",
      },
      turn: "me",
      steps: ["received"],
      cancelled: null,
    });
    expect(await whole(seller, id)).toMatchObject({ turn: "other", steps: [], role: "seller" });
  });

  test("says that the item was sent also after it has arrived, with a parcel or without", async () => {
    const now = new Date();
    for (const state of ["sent", "handed_over"] as const) {
      const id = await agreed({ state: "agreed" });
      const deal = db().updateTable("deals").where("id", "=", id);
      await deal.set({ state, given_at: now }).execute();
      await deal.set({ state: "received", received_at: now }).execute();
      const order = await whole(seller, id);
      expect(order).toMatchObject({ state: "received", givenAs: state });
      expect(order.parcel !== null).toBe(state === "sent");
    }
  });

  test("says how the item was given before the shop stored it, where this is known", async () => {
    const received = (fields: Partial<OrderFields> = {}) => agreed({ state: "received", ...fields });
    const ids = {
      tracked: await received({ tracking: "3S 1" }),
      sent: await received(),
      handedOver: await received(),
      unknown: await received(),
      onItsWay: await agreed({ state: "sent" }),
    };
    const notice = (id: string, step: string) => ({
      user_id: buyer.viewer.id,
      kind: "deal",
      event_key: `${id}:${step}`,
      content: step,
    });
    await insertRows("notifications", [
      notice(ids.sent, "sent"),
      notice(ids.handedOver, "handed_over"),
      notice(ids.unknown, "received"),
    ]);
    await updateRows("deals", {}, { given_as: null });
    const migration = readFileSync("db/migrations/0016_how_deals_were_given.sql", "utf8");
    for (const [statement] of migration.matchAll(/^update [^;]+;/gm)) await sql.raw(statement).execute(db());
    const ways = await Promise.all(Object.values(ids).map(async (id) => (await whole(buyer, id)).givenAs));
    expect(ways).toEqual(["sent", "sent", "handed_over", null, "sent"]);
  });

  test("says who cancelled the deal and why, also when that person deleted their account", async () => {
    const state = { state: "cancelled", reason: "Too heavy for me" } as const;
    const id = await agreed({ ...state, cancelledBy: "buyer" });
    expect((await whole(buyer, id)).cancelled).toMatchObject({ by: "me", reason: "Too heavy for me" });
    expect((await whole(seller, id)).cancelled).toMatchObject({ by: "other" });
    const left = await orderOf({ seller: null, buyer, ...state });
    expect(await whole(buyer, left)).toMatchObject({ cancelled: { by: "other" }, other: { kind: "left" } });
  });

  test("does not exist for other people, nor for an unknown id", async () => {
    const stranger = await person("stranger");
    const id = await agreed({ state: "received" });
    for (const at of [id, randomUUID(), "1", "a%00b"]) {
      const { status, data } = await opened(stranger, at);
      expect([status, (data as { message: string }).message]).toEqual([404, "This order does not exist."]);
    }
    expect((await opened(buyer, id.toUpperCase())).status).toBe(200);
  });

  test("shows the form for cancelling when its URL has ?cancel", async () => {
    const id = await agreed();
    const { data } = await buyer.visitor.open(orderPage, `/orders/${id}?cancel`, { dealId: id });
    expect(data).toMatchObject({ cancelling: true });
    expect((await opened(buyer, id)).data).toMatchObject({ cancelling: false });
  });
});
