import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { db } from "#app/platform/db.server.ts";
import { setDisplayCurrency } from "#app/platform/rates.server.ts";
import { inRequest } from "#app/platform/request-context.server.ts";
import { loader } from "#app/routes/earnings/earnings.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { ELSEWHERE, saleOf } from "#tests/support/orders.ts";
import { type Person, person } from "#tests/support/people.ts";
import { latestSales, monthSums } from "./queries.server.ts";
import { countedOf, earnedIn } from "./rules.ts";
import type { EarningsView } from "./view.ts";

openDatabase();

let seller: Person;
let buyer: Person;

beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
});

async function earningsOf(who: Person, query = ""): Promise<EarningsView | null> {
  const { status, data, headers } = await who.visitor.open(loader, `/my-earnings${query}`);
  expect([status, headers.get("cache-control")]).toEqual([200, null]);
  return (data as { earnings: EarningsView | null }).earnings;
}

function filled(earnings: EarningsView | null): Record<string, [string, string]> {
  const months = earnings?.months.filter(({ to }) => to !== null) ?? [];
  return Object.fromEntries(months.map((one) => [one.month, [one.agreed.text, one.received.text]]));
}

const at = (iso: string) => new Date(iso);
const both = (iso: string) => ({ seller_confirmed_at: at(iso), buyer_confirmed_at: at(iso) });

describe("the earnings of a person", () => {
  test("are not shown before the first sale is agreed", async () => {
    await saleOf(seller, { state: "open", seller_confirmed_at: null });
    await saleOf(seller, { state: "open", buyer_confirmed_at: null });
    await saleOf(seller, { ...ELSEWHERE, seller_confirmed_at: null });
    await saleOf(seller, { state: "cancelled", cancelled_at: new Date() });
    expect(await earningsOf(seller)).toBeNull();
  });

  test("include their own sales, not their orders or the sales of others [A2.7]", async () => {
    await saleOf(seller, { buyer_id: buyer.viewer.id });
    const stranger = await person("stranger");
    expect(await earningsOf(buyer)).toBeNull();
    expect(await earningsOf(stranger)).toBeNull();
    expect((await earningsOf(seller))?.sum.agreed).toMatchObject({ text: "€100.00", sales: "1" });
  });

  test("are agreed in the month of the later confirmation (UTC), and received in the month of receipt [A2.7]", async () => {
    await saleOf(seller, {
      seller_confirmed_at: at("2024-12-31T23:59:59.999999Z"),
      buyer_confirmed_at: at("2024-11-02T00:00:00Z"),
    });
    await saleOf(seller, {
      seller_confirmed_at: at("2024-12-31T23:59:59Z"),
      buyer_confirmed_at: at("2025-01-01T00:00:00Z"),
      price_cents: 20_000,
      state: "received",
      given_at: at("2025-01-02T00:00:00Z"),
      received_at: at("2025-03-01T00:00:00Z"),
    });
    expect(filled(await earningsOf(seller, "?range=2024"))).toEqual({ "2024-12": ["€100.00", "€0.00"] });
    expect(filled(await earningsOf(seller, "?range=2025"))).toEqual({
      "2025-01": ["€200.00", "€0.00"],
      "2025-03": ["€0.00", "€200.00"],
    });
    const earnings = await earningsOf(seller);
    expect(earnings?.shown).toBeNull();
    expect(filled(earnings)).toEqual({});
    expect(earnings?.sum).toMatchObject({
      agreed: { text: "€300.00", sales: "2" },
      received: { text: "€200.00" },
      receivedToo: "€200.00 confirmed as received by buyers",
    });
    expect(earnings?.ranges.slice(-2).map(({ label }) => label)).toEqual(["2025", "2024"]);
  });

  test("count a sale to a buyer outside the shop as agreed and received when the seller confirms it", async () => {
    await saleOf(seller, { ...ELSEWHERE, seller_confirmed_at: at("2025-05-05T00:00:00Z") });
    const earnings = await earningsOf(seller, "?range=2025&month=2025-05");
    expect(filled(earnings)).toEqual({ "2025-05": ["€100.00", "€100.00"] });
    expect(earnings?.opened?.sales[0]).toMatchObject({
      buyer: "Buyer: someone outside Second Serve",
      agreed: "Agreed May 5, 2025",
      received: "Delivered May 5, 2025",
    });
  });

  test("are shown by category, with the share of each", async () => {
    await saleOf(seller, { listing_type: "bag", price_cents: 7_500 });
    await saleOf(seller, { listing_type: "string", price_cents: 2_500 });
    const types = (await earningsOf(seller))?.types ?? [];
    expect(types.map(({ type }) => type)).toEqual(CATEGORIES.map(({ type }) => type));
    expect(
      types.filter(({ agreed }) => agreed.sales !== "0").map(({ label, share }) => [label, share]),
    ).toEqual([
      ["Strings", "25%"],
      ["Bags", "75%"],
    ]);
  });

  test("list the sales of an opened month, the latest first, under the names at the time of the sale", async () => {
    const left = await person("left");
    const first = await saleOf(seller, {
      ...both("2025-06-01T00:00:00Z"),
      listing_name: "Gone racket",
      buyer_id: left.viewer.id,
      state: "handed_over",
      given_at: at("2025-06-02T00:00:00Z"),
      pieces: 3,
    });
    const last = await saleOf(seller, {
      ...both("2025-05-31T23:00:00Z"),
      buyer_id: buyer.viewer.id,
      state: "received",
      received_at: at("2025-06-30T23:59:59Z"),
    });
    await saleOf(seller, both("2025-07-01T00:00:00Z"));
    await saleOf(buyer, both("2025-06-02T00:00:00Z"));
    await db().deleteFrom("profiles").where("id", "=", left.viewer.id).execute();
    const opened = (await earningsOf(seller, "?range=2025&month=2025-06"))?.opened;
    expect(opened).toMatchObject({ title: "Sales in June 2025", more: null });
    expect(opened?.sales).toMatchObject([
      { to: `/orders/${last}`, buyer: `Buyer: ${buyer.viewer.username}`, received: "Delivered Jun 30, 2025" },
      {
        to: `/orders/${first}`,
        name: "Gone racket",
        buyer: "Buyer: Deleted user",
        pieces: "3 items",
        received: "Not received yet",
      },
    ]);
    // A month outside of the range, or without sales, is not opened.
    for (const query of ["?month=2025-06", "?range=2025&month=2025-08", "?range=2025&month=x"])
      expect((await earningsOf(seller, query))?.opened).toBeNull();
  });

  test("list the latest sales of all time, and have a chart from three sales on", async () => {
    await saleOf(seller, both("2020-01-01T00:00:00Z"));
    await saleOf(seller, { ...both("2025-01-02T00:00:00Z"), listing_name: "Blade" });
    const two = await earningsOf(seller);
    expect(two?.charted).toBe(false);
    expect(two?.latest.sales.map(({ agreed }) => agreed)).toEqual([
      "Agreed Jan 2, 2025",
      "Agreed Jan 1, 2020",
    ]);
    for (let n = 0; n < 9; n += 1) await saleOf(seller, both(`2025-02-0${n + 1}T00:00:00Z`));
    const eleven = await earningsOf(seller);
    expect(eleven?.charted).toBe(true);
    expect(eleven?.latest.sales).toHaveLength(10);
    expect(eleven?.latest.sales.at(-1)?.name).toBe("Blade");
    expect(eleven?.latest.more).toBe("Showing the latest 10 of 11. The file contains all of them.");
  });

  test("are also shown in the display currency, as an approximate amount", async () => {
    await saleOf(seller);
    const earnings = await inRequest({ id: "r", locale: "en-GB" }, async () => {
      await setDisplayCurrency("USD");
      return earningsOf(seller);
    });
    expect(earnings?.sum.agreed).toMatchObject({
      text: "€100.00",
      approximately: { text: "≈ US$117.20" },
    });
  });
});

const month = fc.integer({ min: 0, max: 35 });
const moment = fc
  .tuple(month, fc.nat(31 * 86_400_000))
  .map(([months, ms]) => new Date(Date.UTC(2022, months) + ms));
let someone: string;
beforeAll(async () => {
  someone = (await person("someone")).viewer.id;
});
const randomSale = fc
  .record({
    state: fc.constantFrom("open", "agreed", "handed_over", "sent", "received", "cancelled"),
    elsewhere: fc.boolean(),
    sold: fc.boolean(),
    first: moment,
    second: moment,
    third: moment,
    type: fc.constantFrom("racket", "bag", "ball"),
    cents: fc.nat(1_000_000_000),
    left: fc.boolean(),
  })
  .map(({ left, state: stands, elsewhere, sold, first, second, third, type, cents }) => {
    const state = elsewhere && stands !== "cancelled" ? "open" : stands;
    const isOver = state !== "open" && state !== "cancelled";
    return {
      state,
      elsewhere,
      buyer_id: left || elsewhere ? null : someone,
      listing_type: type,
      price_cents: cents,
      seller_confirmed_at: sold || isOver ? first : null,
      buyer_confirmed_at: isOver || (!sold && !elsewhere) ? second : null,
      given_at: state === "handed_over" || state === "sent" ? third : null,
      received_at: state === "received" ? third : null,
      cancelled_at: state === "cancelled" ? third : null,
    };
  });

test("the SQL queries count the same sales as `countedOf`, in total and in each month", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(randomSale, { maxLength: 25 }), async (sales) => {
      const who = await person("random");
      for (const sale of sales) await saleOf(who, sale);
      const sums = await monthSums(who.viewer.id);
      const expected = { agreed: 0, received: 0 };
      const ids = new Set<string>();
      for (const sale of sales) {
        const { agreedAt, receivedAt } = countedOf(sale);
        if (agreedAt) expected.agreed += sale.price_cents;
        if (receivedAt) expected.received += sale.price_cents;
      }
      const earned = earnedIn(sums);
      expect({ agreed: earned.agreed.cents, received: earned.received.cents }).toEqual(expected);
      for (const name of new Set(sums.map((sum) => sum.month))) {
        const from = at(`${name}-01T00:00:00Z`);
        const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
        const isIn = (moment: Date | null) => moment !== null && moment >= from && moment < to;
        const { rows, count } = await latestSales(who.viewer.id, { from, to });
        expect(rows).toHaveLength(count);
        for (const row of rows) {
          const { agreedAt, receivedAt } = countedOf(row);
          expect(isIn(agreedAt) || isIn(receivedAt)).toBe(true);
          ids.add(row.id);
        }
      }
      expect(ids.size).toBe(sales.filter((sale) => countedOf(sale).agreedAt).length);
    }),
    { numRuns: 15 },
  );
});

test("sums beyond 32 bits are exact, and a month with many sales lists the latest", async () => {
  for (let n = 0; n < 60; n += 1)
    await saleOf(seller, {
      buyer_id: buyer.viewer.id,
      listing_name: `Blade ${n}`,
      price_cents: 1_000_000_000,
      ...both(`2025-07-01T00:${String(n).padStart(2, "0")}:00Z`),
    });
  const earnings = await earningsOf(seller, "?range=2025&month=2025-07");
  expect(earnings?.shown?.agreed).toMatchObject({ text: "€600,000,000.00", sales: "60" });
  expect(earnings?.opened?.sales).toHaveLength(50);
  expect(earnings?.opened?.sales[0]?.name).toBe("Blade 59");
  expect(earnings?.opened?.more).toBe("Showing the latest 50 of 60. The file contains all of them.");
});
