import { beforeEach, describe, expect, test } from "vitest";
import { readCsv } from "#app/domain/csv/read.ts";
import { csvLine } from "#app/domain/csv/write.ts";
import { EXCEL } from "#app/domain/csv-format.ts";
import { photoAddress } from "#app/features/photos/photo.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { loader } from "#app/routes/stock/stock-file.route.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { listingOf, photoOf, samples } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { COLUMNS, cellsOf, matchColumns } from "../csv/columns.ts";
import { STOCK_HEADING } from "./cells.ts";

openDatabase();

let shop: Person;

beforeEach(async () => {
  shop = await person("shop");
});

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text);
}

async function rowsOf(
  visitor: Visitor,
  query = "",
  separator: "," | ";" = ",",
): Promise<Record<string, string>[]> {
  const { status, data } = await visitor.open(loader, `/sell/business/stock.csv${query}`);
  expect(status).toBe(200);
  const rows: (readonly string[])[] = [];
  for await (const batch of readCsv(bytesOf(String(data)), { encoding: "utf-8", separator }))
    rows.push(...batch.map(({ cells }) => cells));
  const [heading = [], ...others] = rows;
  const columns = matchColumns(heading).map(({ column }) => column);
  expect(columns).toEqual(heading);
  return others.map((cells) => cellsOf(cells, columns));
}

describe("the stock export", () => {
  test("requires a signed-in person, and has only their own listings", async () => {
    await listingOf(await person("other"), "racket");
    const { id } = await listingOf(shop, "bag");
    expect(await new Visitor().open(loader, "/sell/business/stock.csv")).toMatchObject({
      status: 302,
      location: expect.stringContaining("/auth?next="),
    });
    expect((await rowsOf(shop.visitor)).map((row) => row.id)).toEqual([id]);
    const nothing = await (await person("new")).visitor.open(loader, "/sell/business/stock.csv");
    expect(nothing.data).toBe(csvLine(COLUMNS.map(({ name }) => name)));
  });

  test("has the day in its file name [V5.4.1]", async () => {
    const { headers } = await shop.visitor.open(loader, "/sell/business/stock.csv");
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="second-serve-stock-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  });

  test.each(samples)("has every field of a $type", async ({ type, definition, sample }) => {
    const photos = [await photoOf(shop), await photoOf(shop)];
    const { id } = await listingOf(shop, type, { photos });
    await updateRows(
      "listings",
      { id },
      { quantity: 7, row_key: "sku:A-1", country: "NL", postal_code: "1012AB" },
    );
    const keys = await db().selectFrom("photos").select(["id", "key"]).where("id", "in", photos).execute();
    const addresses = photos.map((photo) =>
      photoAddress(env().baseUrl, keys.find((row) => row.id === photo)?.key ?? ""),
    );
    const [row] = await rowsOf(shop.visitor);
    expect(row).toMatchObject({
      type,
      id,
      sku: "A-1",
      name: sample.fields.name,
      brand: sample.fields.brand,
      description: sample.fields.description,
      quantity: "7",
      imageUrls: addresses.join("|"),
      country: "NL",
      postalCode: "1012AB",
    });
    for (const [name, value] of Object.entries(sample.attributes)) {
      const column = definition.fields[name]?.csv?.column ?? name;
      expect(row?.[column]).toBe(Array.isArray(value) ? value.join("|") : String(value));
    }
  });

  test("has the listings of the table's filter, and all without a filter", async () => {
    const [racket, bag] = [await listingOf(shop, "racket"), await listingOf(shop, "bag")];
    const ids = async (query: string) => (await rowsOf(shop.visitor, query)).map((row) => row.id);
    expect(await ids("?type=bag")).toEqual([bag.id]);
    expect(await ids(`?q=${racket.id}&sort=price_asc`)).toEqual([racket.id]);
    await updateRows("listings", { id: bag.id }, { quantity: 0 });
    expect(await ids("?state=out")).toEqual([bag.id]);
    expect(await ids("?type=boat")).toEqual([bag.id, racket.id]);
  });

  test("has each listing once, the newest first, also when many were listed at the same moment", async () => {
    const base = {
      type: "racket",
      user_id: shop.viewer.id,
      price_cents: 100,
      attributes: samples[0]?.sample.attributes,
    };
    const rows = Array.from({ length: 1_203 }, (_, at) => ({
      ...base,
      attributes: JSON.stringify(base.attributes),
      name: `Racket ${at}`,
      created_at: at < 900 ? new Date("2026-03-01T10:00:00.123Z") : new Date(Date.UTC(2026, 3, 1, 0, 0, at)),
    }));
    await insertRows("listings", rows);
    const names = (await rowsOf(shop.visitor)).map((row) => row.name);
    expect(new Set(names).size).toBe(1_203);
    expect(names.length).toBe(1_203);
    expect(names[0]).toBe("Racket 1202");
  });

  test("has semicolons and decimal commas for Excel, and is otherwise the same", async () => {
    await listingOf(shop, "string", {
      name: "1.5; or so",
      cents: 118_950,
      attributes: { gauge: 1.25, length: 12.2, tension: 23 },
    });
    await listingOf(shop, "bag");
    const [plain] = await rowsOf(shop.visitor, "?type=string");
    const excel = await rowsOf(shop.visitor, "?type=string&format=excel", ";");
    expect(plain).toMatchObject({ price: "1189.50", gauge: "1.25", length: "12.2" });
    expect(excel).toEqual([{ ...plain, price: "1189,50", gauge: "1,25", length: "12,2" }]);
    expect(await rowsOf(shop.visitor, "?type=string&format=toString")).toEqual([plain]);
    expect(await new Visitor().open(loader, "/sell/business/stock.csv?format=excel")).toMatchObject({
      status: 302,
      location: `/auth?next=${encodeURIComponent("/sell/business/stock.csv?format=excel")}`,
    });
    const stranger = await person("stranger");
    const nothing = await stranger.visitor.open(loader, "/sell/business/stock.csv?format=excel");
    expect(nothing.data).toBe(csvLine(STOCK_HEADING, EXCEL));
  });

  test("has no cell that a spreadsheet would run as a formula", async () => {
    await listingOf(shop, "racket", { name: "=cmd|' /C calc'!A0" });
    const { data } = await shop.visitor.open(loader, "/sell/business/stock.csv");
    expect(String(data)).toContain("\n'=cmd|");
    expect((await rowsOf(shop.visitor))[0]?.name).toBe("=cmd|' /C calc'!A0");
  });

  test("is rate limited", async () => {
    for (let n = 0; n < 60; n += 1) await shop.visitor.open(loader, "/sell/business/stock.csv");
    expect((await shop.visitor.open(loader, "/sell/business/stock.csv")).status).toBe(429);
  });
});
