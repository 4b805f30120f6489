import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { overwriteGetLocale } from "#app/paraglide/runtime.js";
import { currentLocale, inRequest } from "#app/platform/request-context.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { ELSEWHERE, saleOf } from "#tests/support/orders.ts";
import { type Person, person } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
import { guardedContext, Visitor } from "#tests/support/visitor.ts";
import { loader } from "./export.route.ts";

openDatabase();

let seller: Person;

beforeEach(async () => {
  seller = await person("seller");
});

async function linesOf(who: Person, query = ""): Promise<string[]> {
  const { status, data } = await who.visitor.open(loader, `/my-earnings/export.csv${query}`);
  expect(status).toBe(200);
  return String(data).replace("\ufeff", "").trimEnd().split("\r\n");
}

const both = (iso: string) => ({ seller_confirmed_at: new Date(iso), buyer_confirmed_at: new Date(iso) });

describe("the export of sales", () => {
  test("requires a signed-in person", async () => {
    expect(await new Visitor().open(loader, "/my-earnings/export.csv?range=2025")).toMatchObject({
      status: 302,
      location: `/auth?next=${encodeURIComponent("/my-earnings/export.csv?range=2025")}`,
    });
    const { headers } = await seller.visitor.open(loader, "/my-earnings/export.csv?range=2025");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toBe('attachment; filename="second-serve-sales-2025.csv"');
  });

  test("has each sale in full, but no cancelled deal, no mere reservation, and no sale of another seller [A2.7]", async () => {
    const [buyer, other] = [await person("buyer"), await person("other")];
    await saleOf(seller, {
      ...both("2025-02-28T10:00:00Z"),
      buyer_id: buyer.viewer.id,
      listing_type: "bag",
      listing_name: 'Bag, "big"',
      pieces: 2,
      price_cents: 19_950,
      state: "received",
      received_at: new Date("2025-03-01T00:00:00Z"),
      created_at: new Date("2025-02-01T00:00:00Z"),
    });
    await saleOf(seller, {
      ...ELSEWHERE,
      seller_confirmed_at: new Date("2025-04-01T00:00:00Z"),
      created_at: new Date("2025-01-01T00:00:00Z"),
    });
    await saleOf(seller, { state: "cancelled", cancelled_at: new Date() });
    await saleOf(seller, { state: "open", buyer_confirmed_at: null });
    await saleOf(other, { buyer_id: seller.viewer.id });
    expect(await linesOf(seller, "?range=all")).toEqual([
      "Date agreed,Date received,Listing,Category,Quantity,Price (EUR),Status,Buyer",
      `2025-02-28,2025-03-01,"Bag, ""big""",Bags,2,199.50,Received,${buyer.viewer.username}`,
      "2025-04-01,2025-04-01,Blade 98,Rackets,1,100.00,Sold,someone outside Second Serve",
    ]);
  });

  test("has the sales that were agreed or received in the requested year or month, including its first and last moment", async () => {
    const names = async (query: string) =>
      (await linesOf(seller, query)).slice(1).map((line) => line.split(",")[2]);
    await saleOf(seller, { ...both("2024-12-31T23:59:59.999Z"), listing_name: "old" });
    await saleOf(seller, { ...both("2025-01-01T00:00:00Z"), listing_name: "first" });
    await saleOf(seller, {
      ...both("2024-06-01T00:00:00Z"),
      listing_name: "late",
      state: "received",
      received_at: new Date("2025-06-30T23:59:59Z"),
    });
    await saleOf(seller, { listing_name: "new" });
    expect(await names("?range=2025")).toEqual(["late", "first"]);
    expect(await names("?range=2025-01")).toEqual(["first"]);
    expect(await names("?range=2024")).toEqual(["late", "old"]);
    expect(await names("?range=broken")).toEqual(["new"]);
    expect(await names("?range=all")).toHaveLength(4);
  });

  test("has no cell that a spreadsheet would run as a formula", async () => {
    await saleOf(seller, { listing_name: '=HYPERLINK("https://example.com")' });
    await saleOf(seller, { listing_name: "@SUM(A1)" });
    expect(await linesOf(seller)).toMatchObject([
      expect.anything(),
      expect.stringContaining(",'@SUM(A1),"),
      expect.stringContaining(`,"'=HYPERLINK(""https://example.com"")",`),
    ]);
  });

  test("has semicolons and decimal commas for Excel, for the same sales and the same person", async () => {
    await saleOf(seller, {
      ...both("2025-02-28T10:00:00Z"),
      buyer_id: (await person("other")).viewer.id,
      listing_name: "Bag; 1.50, big",
      price_cents: 118_900,
    });
    await saleOf(seller, { ...both("2024-02-28T10:00:00Z") });
    const [heading, ...lines] = await linesOf(seller, "?range=2025&format=excel");
    expect(heading).toBe("Date agreed;Date received;Listing;Category;Quantity;Price (EUR);Status;Buyer");
    expect(lines).toEqual([
      expect.stringMatching(/^2025-02-28;;"Bag; 1\.50, big";Rackets;1;1189,00;Agreed;/),
    ]);
    expect(await linesOf(seller, "?range=2025&format=csv")).toEqual([
      expect.stringContaining("Date agreed,Date received,"),
      expect.stringContaining(",1189.00,"),
    ]);
    expect(await new Visitor().open(loader, "/my-earnings/export.csv?format=excel")).toMatchObject({
      status: 302,
      location: `/auth?next=${encodeURIComponent("/my-earnings/export.csv?format=excel")}`,
    });
    const stranger = await person("stranger");
    expect(await linesOf(stranger, "?range=all&format=excel")).toEqual([heading]);
  });

  test("is in the language of its request, even for rows that are read after the response has begun", async () => {
    await saleOf(seller, { ...ELSEWHERE, seller_confirmed_at: new Date() });
    overwriteGetLocale(currentLocale);
    try {
      const request = seller.visitor.request("/de/my-earnings/export.csv");
      const answer = await inRequest({ id: "r", locale: "de" }, () =>
        loader({ request, params: {}, context: guardedContext(request) } as never),
      );
      const text = await answer.text();
      expect(text).toContain("Vereinbart am,Erhalten am,Anzeige,Kategorie");
      expect(text).toContain(",Schläger,1,100.00,Verkauft,jemand außerhalb von Second Serve");
    } finally {
      overwriteGetLocale(() => "en-GB");
    }
  });

  test("is complete for many sales with the same time", async () => {
    const created = new Date();
    const buyer = await person("buyer");
    const sale = {
      seller_id: seller.viewer.id,
      buyer_id: buyer.viewer.id,
      price_cents: 1,
      state: "agreed",
      seller_confirmed_at: created,
      buyer_confirmed_at: created,
      created_at: created,
    };
    const many = Array.from({ length: 1_201 }, () => ({ ...sale, id: randomUUID() }));
    await insertRows("deals", many);
    await insertRows(
      "deal_items",
      many.map(({ id }, n) => ({ deal_id: id, place: 0, listing_type: "ball", listing_name: `Ball ${n}` })),
    );
    const lines = await linesOf(seller);
    expect(lines).toHaveLength(1_202);
    expect(new Set(lines).size).toBe(1_202);
  });

  test("is limited to sixty an hour", async () => {
    for (let n = 0; n < 60; n += 1) await seller.visitor.open(loader, "/my-earnings/export.csv");
    expect((await seller.visitor.open(loader, "/my-earnings/export.csv")).status).toBe(429);
  });
});
