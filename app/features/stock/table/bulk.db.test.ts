import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { MAX_PRICE_CENTS } from "#app/domain/money.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { action, loader } from "#app/routes/stock/stock.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { waitForLocks } from "#tests/support/races.ts";
import { findRows, insertRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { type Fields, type Outcome, Visitor } from "#tests/support/visitor.ts";
import { changePrices, deleteExpiredPriceChanges } from "./commands.server.ts";
import { PERCENT_LIMITS } from "./rules.ts";

const PATH = "/sell/business/stock";

openDatabase();

/** The first racket is the oldest. */
async function shopOf(prices: readonly number[]): Promise<{ shop: Person; items: string[] }> {
  const shop = await person("shop");
  const items: string[] = [];
  for (const [at, cents] of prices.entries()) {
    const { id } = await listingOf(shop, "racket", { name: `Racket ${at}`, cents });
    items.push(`racket:${id}`);
  }
  return { shop, items };
}

async function pricesOf({ viewer }: Person): Promise<number[]> {
  const rows = await db()
    .selectFrom("listings")
    .select("price_cents")
    .where("user_id", "=", viewer.id)
    .orderBy("id")
    .execute();
  return rows.map((row) => row.price_cents);
}

const send = ({ visitor }: { visitor: Visitor }, fields: Fields, path = PATH) =>
  visitor.submit(action, path, fields);

/** What the seller is asked. */
const askedIn = ({ data }: Outcome) =>
  (data as { value: { count?: number; which?: string; preview?: { token: string } } }).value;

async function token(): Promise<string> {
  const { rows } = await sql<{ token: string }>`select uuidv7() as token`.execute(db());
  return rows[0]?.token ?? "";
}

/** Asks for a bulk change, and confirms it with the hash of the listings or the token in the answer. */
async function agree(shop: Person, fields: Record<string, string | string[]>, path = PATH) {
  const question = await send(shop, { ...fields, intent: `ask_${fields.intent}` }, path);
  const { count, which, preview } = askedIn(question);
  const confirmation: Fields = which ? { count: String(count), which } : { token: preview?.token ?? "" };
  return send(shop, { ...confirmation, ...fields }, path);
}

async function undoOf(shop: Person): Promise<{ id: string; percent: string; count: number } | null> {
  const { data } = await shop.visitor.open(loader, PATH);
  return (data as { undo: { id: string; percent: string; count: number } | null }).undo;
}

describe("many listings are deleted", () => {
  test("after a question that says how many there are, and how many are favourites of others", async () => {
    const { shop, items } = await shopOf([100, 200, 300]);
    const fan = await person("fan");
    await insertRows("favorites", {
      user_id: fan.viewer.id,
      listing_type: "racket",
      listing_id: items[0]?.slice(7) ?? "",
    });
    const picked = items.slice(0, 2);
    const question = await send(shop, { intent: "ask_delete", item: picked });
    expect(askedIn(question)).toEqual({
      kind: "delete",
      picked: { items: picked, all: false },
      count: 2,
      which: expect.stringMatching(/^[0-9a-f]{32}$/),
      loved: 1,
      problem: null,
    });
    expect(await pricesOf(shop)).toHaveLength(3);
    const answer = await agree(shop, { intent: "delete", item: picked });
    expect(answer.data).toMatchObject({ toast: { title: "2 listings deleted" } });
    expect(await pricesOf(shop)).toEqual([300]);
    const changes = await db()
      .selectFrom("listing_changes")
      .select("what")
      .where("user_ids", "is not", null)
      .execute();
    expect(changes).toEqual([{ what: "sold" }]);
  });

  test("by a form without JavaScript, which redirects to its page without the language prefix", async () => {
    for (const prefix of ["", "/fr"]) {
      const { shop, items } = await shopOf([100]);
      const [item = ""] = items;
      const { which = "" } = askedIn(await send(shop, { intent: "ask_delete", item }));
      const body = new URLSearchParams({ intent: "delete", item, count: "1", which });
      const headers = { "sec-fetch-mode": "navigate" };
      const request = shop.visitor.request(`${prefix}${PATH}?type=racket`, { method: "POST", body, headers });
      // The router adds the language prefix after the action.
      expect(await shop.visitor.run(action, request)).toMatchObject({
        status: 302,
        location: `${PATH}?type=racket`,
      });
      expect(await pricesOf(shop)).toEqual([]);
    }
  });

  test("when they match the filter, and no others", async () => {
    const { shop } = await shopOf([100, 200, 300]);
    await listingOf(shop, "bag", { name: "Bag" });
    const answer = await agree(shop, { intent: "delete", all: "1" }, `${PATH}?type=racket`);
    expect(answer.data).toMatchObject({ ok: true, value: null });
    expect(await pricesOf(shop)).toHaveLength(1);
  });

  test("only if their number is still the one that the person confirmed", async () => {
    const { shop } = await shopOf([100, 200, 300]);
    const outcome = await agree(shop, { intent: "delete", all: "1", count: "2" });
    expect(outcome).toMatchObject({
      status: 409,
      data: { value: { kind: "delete", count: 3, problem: "There are now 3. Please check again." } },
    });
    expect(await pricesOf(shop)).toHaveLength(3);
  });

  test("only if they are still the same listings", async () => {
    const { shop, items } = await shopOf([100, 200]);
    const question = await send(shop, { intent: "ask_delete", all: "1" });
    const { which = "" } = askedIn(question);
    await sql`delete from listings where id = ${items[0]?.slice(7)}`.execute(db());
    await listingOf(shop, "bag", { name: "Bag" });
    const outcome = await send(shop, { intent: "delete", all: "1", count: "2", which });
    expect(outcome).toMatchObject({ status: 409, data: { value: { kind: "delete", count: 2 } } });
    expect(await pricesOf(shop)).toHaveLength(2);
  });

  test("without those that are listed while the deletion waits for a lock", async () => {
    const { shop, items } = await shopOf([100, 200]);
    let deleting: ReturnType<typeof agree> | undefined;
    await inTransaction(async (trx) => {
      await sql`select from listings where id = ${items[1]?.slice(7)} for update`.execute(trx);
      deleting = agree(shop, { intent: "delete", all: "1" });
      await waitForLocks(1);
      await listingOf(shop, "bag", { name: "Bag", cents: 300 });
    });
    expect((await deleting)?.data).toMatchObject({ toast: { title: "2 listings deleted" } });
    expect(await pricesOf(shop)).toEqual([300]);
  });

  test("only after typing their number when there are more than a hundred", async () => {
    const { shop } = await shopOf([100]);
    await sql`
      insert into listings (type, user_id, name, price_cents, attributes)
      select 'racket', ${shop.viewer.id}, 'N', 1, '{"category": "senior", "condition": "Good"}'
      from generate_series(1, 100)
    `.execute(db());
    const fields = { intent: "delete", all: "1", count: "101" };
    for (const typed of ["", "100", "yes"]) {
      const outcome = await agree(shop, { ...fields, typed });
      expect(outcome).toMatchObject({ status: 422, data: { value: { problem: "Type the number 101" } } });
    }
    expect((await agree(shop, { ...fields, typed: "101" })).status).toBe(200);
    expect(await pricesOf(shop)).toEqual([]);
  });
});

describe("prices are changed by percent", () => {
  test("after a preview, which names the listings whose price stays because it would be too high", async () => {
    const { shop, items } = await shopOf([999, 0, 9_500_000, 20_000]);
    const question = await send(shop, { intent: "ask_percent", percent: "+10", item: items });
    expect(askedIn(question)).toMatchObject({
      kind: "percent",
      problem: null,
      preview: {
        changed: 2,
        same: 1,
        tooHigh: 1,
        examples: [
          { name: "Racket 3", was: "€200.00", now: "€220.00" },
          { name: "Racket 0", was: "€9.99", now: "€10.99" },
        ],
        tooHighNames: ["Racket 2"],
      },
    });
    expect(await pricesOf(shop)).toEqual([999, 0, 9_500_000, 20_000]);
    const answer = await agree(shop, { intent: "percent", percent: "+10", item: items });
    expect(answer.data).toMatchObject({ toast: { title: "2 prices changed" } });
    expect(await pricesOf(shop)).toEqual([1_099, 0, 9_500_000, 22_000]);
  });

  test.each(["", "ten", "0", "-91", "901", "1.234"])(
    "only by a valid percentage, not by %j",
    async (percent) => {
      const { shop, items } = await shopOf([100]);
      for (const intent of ["ask_percent", "percent"]) {
        const outcome = await send(shop, { intent, percent, item: items });
        expect(outcome).toMatchObject({
          status: 422,
          data: { value: { problem: expect.stringContaining("from -90 to 900"), preview: null } },
        });
      }
      expect(await pricesOf(shop)).toEqual([100]);
    },
  );

  test("exactly to the nearest cent, and half a cent is rounded up", { timeout: 120_000 }, async () => {
    const cents = fc.integer({ min: 0, max: MAX_PRICE_CENTS });
    const drawn = fc.tuple(fc.array(cents, { minLength: 1, maxLength: 6 }), fc.integer(PERCENT_LIMITS));
    await fc.assert(
      fc.asyncProperty(drawn, async ([prices, percent]) => {
        const { shop } = await shopOf(prices);
        const filter = { q: "", type: null, state: null, upload: null };
        const count = await changePrices(
          shop.viewer,
          { picked: { keys: [], all: true }, filter },
          percent,
          await token(),
        );
        const wanted = prices.map((was) => {
          const now = Math.floor((was * (10_000 + percent) + 5_000) / 10_000);
          return now > MAX_PRICE_CENTS ? was : now;
        });
        expect(await pricesOf(shop)).toEqual(wanted);
        expect(count).toBe(wanted.filter((now, at) => now !== prices[at]).length);
      }),
      {
        numRuns: 40,
        // Half a cent to round: in a price that is raised, and in one that is lowered.
        examples: [[[[5, 999], 1_000]], [[[15, 1], -1_000]]],
      },
    );
  });

  test("and the change is undone, except for listings that were changed since or deleted", async () => {
    const { shop, items } = await shopOf([1_000, 2_000, 3_000]);
    await agree(shop, { intent: "percent", percent: "-50", item: items });
    const undo = await undoOf(shop);
    expect(undo).toMatchObject({ percent: "-50%", count: 3 });
    await sql`update listings set price_cents = 5 where id = ${items[1]?.slice(7)}`.execute(db());
    await sql`delete from listings where id = ${items[2]?.slice(7)}`.execute(db());
    const answer = await send(shop, { intent: "undo_percent", change: undo?.id ?? "" });
    const description = "Not restored because they have changed or been deleted: 2";
    expect(answer.data).toMatchObject({ ok: true, toast: { title: "Prices restored: 1", description } });
    expect(await pricesOf(shop)).toEqual([1_000, 5]);
    const twice = await send(shop, { intent: "undo_percent", change: undo?.id ?? "" });
    expect(twice).toMatchObject({
      status: 409,
      data: { message: "This can no longer be undone", toast: { title: "No changes were made" } },
    });
    expect(await undoOf(shop)).toBeNull();
  });

  test("except for listings that moderators removed, whose prices stay even when a change is undone", async () => {
    const { shop, items } = await shopOf([1_000, 2_000]);
    const remove = (at: number) =>
      sql`update listings set hidden = 'removed' where id = ${items[at]?.slice(7)}`.execute(db());
    await remove(0);
    const question = await send(shop, { intent: "ask_percent", percent: "10", all: "1" });
    expect(askedIn(question)).toMatchObject({ preview: { changed: 1, same: 0, tooHigh: 0 } });
    const answer = await agree(shop, { intent: "percent", percent: "10", item: items });
    expect(answer.data).toMatchObject({ toast: { title: "1 price changed" } });
    expect(await pricesOf(shop)).toEqual([1_000, 2_200]);
    await remove(1);
    const change = (await undoOf(shop))?.id ?? "";
    expect((await send(shop, { intent: "undo_percent", change })).data).toMatchObject({
      toast: { title: "Prices restored: 0" },
    });
    expect(await pricesOf(shop)).toEqual([1_000, 2_200]);
  });

  test("and only the last change can be undone, for ten minutes", async () => {
    const { shop, items } = await shopOf([1_000]);
    await agree(shop, { intent: "percent", percent: "10", item: items });
    const first = await undoOf(shop);
    await agree(shop, { intent: "percent", percent: "10", item: items });
    const second = await undoOf(shop);
    expect((await send(shop, { intent: "undo_percent", change: first?.id ?? "" })).status).toBe(409);
    await sql`
      update stock_price_changes set created_at = now() - interval '11 minutes' where user_id = ${shop.viewer.id}
    `.execute(db());
    expect(await undoOf(shop)).toBeNull();
    expect((await send(shop, { intent: "undo_percent", change: second?.id ?? "" })).status).toBe(409);
    expect((await send(shop, { intent: "undo_percent", change: "\0" })).status).toBe(409);
    expect(await pricesOf(shop)).toEqual([1_210]);
    await deleteExpiredPriceChanges();
    const stored = await findRows("stock_price_changes", { user_id: shop.viewer.id }, ["id"]);
    expect(stored).toEqual([]);
  });

  test("with one row in listing_changes for each listing, and without a change in fact_counts", async () => {
    const { shop, items } = await shopOf([1_000, 2_000]);
    const facts = () =>
      sql<{ fact: string; n: number }>`
        select fact, sum(difference) as n from fact_counts group by fact order by fact
      `.execute(db());
    const before = await facts();
    await agree(shop, { intent: "percent", percent: "-10", item: items });
    expect((await facts()).rows).toEqual(before.rows);
    const { rows } = await sql<{ what: string; was: number }>`
      select what, was_cents as was from listing_changes
      where listing_id = any(${items.map((item) => item.slice(7))}::uuid[]) and what <> 'new' order by was_cents
    `.execute(db());
    expect(rows).toEqual([
      { what: "price_drop", was: 1_000 },
      { what: "price_drop", was: 2_000 },
    ]);
  });

  test("only once, even if the same form is sent twice at the same moment, or again after later changes", async () => {
    const { shop, items } = await shopOf([1_000, 2_000]);
    const question = await send(shop, { intent: "ask_percent", percent: "50", item: items });
    const shown = askedIn(question).preview?.token ?? "";
    const fields = { intent: "percent", percent: "50", item: items, token: shown };
    const answers = await Promise.all([send(shop, fields), send(shop, fields)]);
    const changed = { status: 200, data: { toast: { title: "2 prices changed" } } };
    expect(answers).toMatchObject([changed, changed]);
    expect(await pricesOf(shop)).toEqual([1_500, 3_000]);
    await agree(shop, { intent: "percent", percent: "100", item: items });
    await send(shop, { intent: "undo_percent", change: (await undoOf(shop))?.id ?? "" });
    await deleteExpiredPriceChanges();
    expect(await send(shop, fields)).toMatchObject(changed);
    expect(await pricesOf(shop)).toEqual([1_500, 3_000]);
  });

  test.each([
    ["no token", undefined],
    ["an invalid token", "\0"],
    ["a token without a time", "00000000-0000-4000-8000-000000000000"],
    ["a token that is too old", "01900000-0000-7000-8000-000000000001"],
  ])("only with the token of a preview: with %s the preview is shown again", async (_, token) => {
    const { shop, items } = await shopOf([1_000]);
    const fields = { intent: "percent", percent: "10", item: items };
    const outcome = await send(shop, { ...fields, ...(token !== undefined && { token }) });
    expect(outcome).toMatchObject({
      status: 409,
      data: {
        value: {
          kind: "percent",
          problem: "This preview is out of date. Please check again.",
          preview: { changed: 1 },
        },
      },
    });
    expect(await pricesOf(shop)).toEqual([1_000]);
    const shown = askedIn(outcome).preview?.token ?? "";
    expect((await send(shop, { ...fields, token: shown })).status).toBe(200);
    expect(await pricesOf(shop)).toEqual([1_100]);
  });

  test("by concurrent requests, one after the other", async () => {
    const { shop } = await shopOf([1_000, 2_000, 3_000]);
    const scope = {
      picked: { keys: [], all: true },
      filter: { q: "", type: null, state: null, upload: null },
    };
    const tokens = [await token(), await token()];
    await Promise.all(tokens.map((one) => changePrices(shop.viewer, scope, 10_000, one)));
    expect(await pricesOf(shop)).toEqual([4_000, 8_000, 12_000]);
  });
});

describe("a bulk change", () => {
  const INTENTS: readonly Record<string, string>[] = [
    { intent: "ask_delete" },
    { intent: "delete", count: "1" },
    { intent: "ask_percent", percent: "10" },
    { intent: "percent", percent: "10" },
  ];

  test.each(INTENTS)(
    "with the intent $intent changes and shows nothing when its sender is not the owner of the listings",
    async (fields) => {
      const { shop, items } = await shopOf([1_000]);
      const stranger = await person("stranger");
      const outcome = await send(stranger, { ...fields, item: items });
      expect(JSON.stringify(outcome.data)).not.toContain("Racket 0");
      expect((await send(stranger, { ...fields, all: "1" })).status).toBeLessThan(500);
      const visitor = await send({ visitor: new Visitor() }, { ...fields, item: items });
      expect(visitor).toMatchObject({ status: 302, location: "/auth" });
      expect(await pricesOf(shop)).toEqual([1_000]);
    },
  );

  test("cannot be undone by another person", async () => {
    const { shop, items } = await shopOf([1_000]);
    await agree(shop, { intent: "percent", percent: "10", item: items });
    const fields = { intent: "undo_percent", change: (await undoOf(shop))?.id ?? "" };
    expect((await send(await person("stranger"), fields)).status).toBe(409);
    expect((await send({ visitor: new Visitor() }, fields)).status).toBe(302);
    expect(await pricesOf(shop)).toEqual([1_100]);
  });

  test.each<[Record<string, string>, number]>([
    [{ intent: "delete", count: "0" }, 404],
    [{ intent: "delete", item: "racket:x", count: "1" }, 422],
    [{ intent: "percent", percent: "10", item: "shoe:01900000-0000-7000-8000-000000000001" }, 422],
    [{ intent: "drop", all: "1" }, 400],
  ])("does nothing for a form that no page sends: %j", async (fields, status) => {
    const { shop } = await shopOf([1_000]);
    expect((await send(shop, fields)).status).toBe(status);
    expect(await pricesOf(shop)).toEqual([1_000]);
  });
});
