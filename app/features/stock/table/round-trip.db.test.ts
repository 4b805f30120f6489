import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { type Attributes, inputSchema } from "#app/domain/categories/derive/input.ts";
import type { Field } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { readCsv } from "#app/domain/csv/read.ts";
import { csvLine } from "#app/domain/csv/write.ts";
import { EXCEL, PLAIN } from "#app/domain/csv-format.ts";
import { COUNTRIES } from "#app/domain/place.ts";
import { locateListing } from "#app/features/listings/places.server.ts";
import { MAX_QUANTITY } from "#app/features/listings/rules.ts";
import { db } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRows, insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { photoOf } from "#tests/support/samples.ts";
import { cellsOf, matchColumns } from "../csv/columns.ts";
import { UPLOADS_JOB } from "../upload/jobs.server.ts";
import { uploadOf } from "../upload/present.server.ts";
import { receiveUpload } from "../upload/receive.server.ts";
import type { UploadView } from "../upload/view.ts";
import { processUploads } from "../upload/work.server.ts";
import { stockFile } from "./export.server.ts";

const never = new AbortController().signal;
const EVERYTHING = { q: "", type: null, state: null, upload: null } as const;
const PLACES = { NL: "1012 AB", DE: "10115", FR: "75001", GB: "E1 6AN", US: "10001" } as const;

let shop: Person;

openDatabase(async (url) => {
  await startJobs(url, { [UPLOADS_JOB]: { once: true, async work() {} } });
  const code = { NL: "10", DE: "1", FR: "75", GB: "E", US: "1" } as const;
  const rows = COUNTRIES.map((country, at) => ({
    country,
    code: code[country],
    latitude: 40 + at,
    longitude: at,
  }));
  await insertRows("postal_codes", rows);
});

beforeEach(async () => {
  shop = await person("shop");
});

const perhaps = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });

/** Ordinary texts, and texts that a spreadsheet or our CSV reader could read differently than they were written. */
const words = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
  fc
    .tuple(
      fc.constantFrom(
        "",
        "=",
        "+",
        "-",
        "@",
        "'",
        "''",
        "'=",
        "''@",
        "\t",
        "＝",
        '"',
        ",",
        ";",
        "|",
        "\ufeff",
        "sep=;",
      ),
      fc.constantFrom(
        "SUM(A1)",
        'He said "yes"',
        "a,b;c|d",
        "é ß Ł 漢字",
        "🎾👩‍👧",
        "1.234,50",
        "00123",
        "1E5",
        "TRUE",
        "'",
      ),
      fc.constantFrom("", '"', "'", ",", "=", " "),
    )
    .map((parts) => parts.join("")),
);
const paragraphs = fc
  .array(words, { maxLength: 4 })
  .chain((lines) => fc.constantFrom("\n", "\r\n", "\n\n", " ").map((between) => lines.join(between)));

const needed = (field: Field, value: fc.Arbitrary<unknown>) => (field.required ? value : perhaps(value));

function typedIn(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case "choice":
      return needed(field, fc.constantFrom(...field.options.map(({ value }) => value)));
    case "several":
      return fc.subarray(field.options.map(({ value }) => value));
    case "number": {
      const { min, max, step } = field;
      const value = fc.nat(Math.floor((max - min) / step)).map((n) => Number((min + n * step).toFixed(4)));
      return needed(field, value.map(String));
    }
    case "month":
      return needed(field, fc.constantFrom("2025-12", "2026-11"));
    case "text":
      return needed(field, words);
  }
}

function inputOf(definition: CategoryDefinition): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(definition.fields).map(([name, field]) => [name, typedIn(field)] as const);
  return fc.record({
    ...Object.fromEntries(fields),
    name: words,
    brand: perhaps(fc.oneof(fc.constantFrom(...definition.brand.form), words)),
    description: paragraphs,
    price: fc.nat(10_000_000).map((cents) => (cents / 100).toFixed(2)),
    place: perhaps(fc.constantFrom(...COUNTRIES)),
  });
}

interface Drawn {
  readonly definition: CategoryDefinition;
  readonly raw: Record<string, unknown>;
  readonly quantity: number;
  /** The value of `listings.row_key`; null for a listing of the demo stock. */
  readonly rowKey: string | null;
  readonly photos: number;
}

const drawn: fc.Arbitrary<Drawn> = fc.constantFrom<CategoryDefinition>(...CATEGORIES).chain((definition) =>
  fc.record({
    definition: fc.constant(definition),
    raw: inputOf(definition),
    quantity: fc.oneof(fc.constantFrom(0, 1, MAX_QUANTITY), fc.nat(MAX_QUANTITY)),
    rowKey: fc.oneof(
      fc.constant(null),
      fc.uuid().map((id) => `sku:=${id}`),
      fc.uuid().map((id) => `row:${id}#0`),
      fc.uuid().map((id) => `form:${id}:A title`),
    ),
    photos: fc.constantFrom(0, 0, 1, 3),
  }),
);

/** Creates the listing if the form would accept its values. */
async function list({ definition, raw, quantity, rowKey, photos }: Drawn): Promise<void> {
  const country = raw.place as keyof typeof PLACES | undefined;
  const given = { ...raw, country: country ?? "", postalCode: country ? PLACES[country] : "" };
  const input = inputSchema(definition, "without photos").safeParse(given);
  if (!input.success) return;
  const { place, photoIds: _, model: __, priceCents, attributes, ...texts } = input.data;
  const centre = place && (await locateListing(place));
  const { id } = await insertRow("listings", {
    ...texts,
    type: definition.type,
    user_id: shop.viewer.id,
    price_cents: priceCents,
    quantity,
    row_key: rowKey,
    country: place?.country,
    postal_code: place?.postalCode,
    latitude: centre?.latitude,
    longitude: centre?.longitude,
    attributes: JSON.stringify(attributes),
    updated_at: new Date("2026-03-01T10:00:00Z"),
  });
  const photoIds = await Promise.all(Array.from({ length: photos }, () => photoOf(shop)));
  for (const [position, photo] of photoIds.entries()) {
    await updateRows("photos", { id: photo }, { listing_type: definition.type, listing_id: id, position });
  }
  if (photos === 0) return;
  // One picture of the listing was fetched from a URL, and one failed.
  const order = { listing_type: definition.type, listing_id: id, user_id: shop.viewer.id };
  const orders = [
    { ...order, position: 0, url: "https://shop.example/1.jpg", state: "done", photo_id: photoIds[0] },
    { ...order, position: 1, url: "https://shop.example/2.jpg", state: "failed", fault: "gone" },
  ];
  await insertRows("picture_orders", orders);
}

async function fileOf({ viewer }: Person, format = PLAIN): Promise<string> {
  let file = "";
  for await (const part of stockFile(viewer.id, EVERYTHING, format)) file += part;
  return file;
}

async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(file);
  for (let at = 0; at < bytes.length; at += 997) yield bytes.subarray(at, at + 997);
}

async function imported({ viewer }: Person, file: string): Promise<UploadView> {
  const sent = { clientId: randomUUID(), fileName: "stock.csv", known: "update" } as const;
  const { id } = await receiveUpload(viewer, sent, chunksOf(file));
  await processUploads(viewer.id, never);
  const view = await uploadOf(viewer, id);
  if (!view) throw new Error(`no upload ${id}`);
  return view;
}

/** `xmin` differs even if a row was written without a change of its values. */
async function everythingOf({ viewer }: Person) {
  const rows = async (table: "listings" | "photos" | "picture_orders", order: string) =>
    (
      await sql<{ row: string }>`
        select to_jsonb(stored)::text || coalesce(stored.xmin::text, '') as row from ${sql.table(table)} as stored
        where user_id = ${viewer.id} order by ${sql.raw(order)}
      `.execute(db())
    ).rows;
  const { rows: changes } = await sql`select * from listing_changes order by id`.execute(db());
  return {
    listings: await rows("listings", "type, id"),
    photos: await rows("photos", "id"),
    orders: await rows("picture_orders", "listing_type, listing_id, position"),
    changes,
  };
}

const count = async ({ viewer }: Person) =>
  (await findRows("listings", { user_id: viewer.id }, ["id"])).length;

describe("a stock that is exported and imported again", () => {
  test("is unchanged, for any stock", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { minLength: 8, maxLength: 40 }), async (stock) => {
        shop = await person("shop");
        for (const one of stock) await list(one);
        const listed = await count(shop);
        fc.pre(listed > 0);
        const before = await everythingOf(shop);
        const view = await imported(shop, await fileOf(shop));
        expect(view).toMatchObject({
          state: "done",
          rows: listed,
          unchanged: listed,
          created: 0,
          updated: 0,
          failed: 0,
        });
        expect(await everythingOf(shop)).toEqual(before);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  }, 120_000);

  test("is unchanged in the format for Excel, with semicolons and decimal commas", async () => {
    for (const one of fc.sample(drawn, { numRuns: 60, seed: 11 })) await list(one);
    const listed = await count(shop);
    const before = await everythingOf(shop);
    const file = await fileOf(shop, EXCEL);
    expect(file).toMatch(/;\d{4,},\d\d;/);
    const view = await imported(shop, file);
    expect(view).toMatchObject({
      state: "done",
      rows: listed,
      unchanged: listed,
      created: 0,
      updated: 0,
      failed: 0,
    });
    expect(await everythingOf(shop)).toEqual(before);
  }, 60_000);

  test("by another person creates no listing, and does not change the owner's stock", async () => {
    for (const one of fc.sample(drawn, { numRuns: 60, seed: 5 })) await list(one);
    const listed = await count(shop);
    const types = await db()
      .selectFrom("listings")
      .select("type")
      .distinct()
      .where("user_id", "=", shop.viewer.id)
      .execute();
    expect(types.length).toBe(CATEGORIES.length);
    const before = await everythingOf(shop);
    const thief = await person("thief");
    const view = await imported(thief, await fileOf(shop));
    expect(view).toMatchObject({ state: "done", rows: listed, failed: listed, succeeded: 0 });
    const { rows } = await sql<{ column: string }>`
      select distinct fault ->> 'column' as column from upload_rows, jsonb_array_elements(faults) as fault
      where upload_id = ${view.id}
    `.execute(db());
    expect(rows).toEqual([{ column: "id" }]);
    expect(await count(thief)).toBe(0);
    expect(await everythingOf(shop)).toEqual(before);
  }, 60_000);

  test("becomes equal new listings when the file has no ids and the old listings were deleted", async () => {
    for (const { raw, ...one } of fc.sample(drawn, { numRuns: 40, seed: 7 }))
      await list({ ...one, raw: { ...raw, condition: "Fair" } });
    const storedRows = async () => {
      const rows = await db()
        .selectFrom("listings")
        .select(["type", "name", "brand", "description", "price_cents", "quantity", "country", "postal_code"])
        .select(["latitude", "longitude", "attributes"])
        .where("user_id", "=", shop.viewer.id)
        .execute();
      return rows
        .map((row) => ({
          ...row,
          attributes: withDefaults(row.type, row.attributes as unknown as Attributes),
        }))
        .map((row) => JSON.stringify(row))
        .toSorted();
    };
    const before = await storedRows();
    const file = await withoutIds(await fileOf(shop));
    await db().deleteFrom("listings").where("user_id", "=", shop.viewer.id).execute();
    const view = await imported(shop, file);
    expect(view).toMatchObject({ state: "done", created: before.length, failed: 0 });
    expect(await storedRows()).toEqual(before);
  }, 60_000);
});

/** The attributes of a listing, with the defaults that an import gives to empty cells (M7.25). */
function withDefaults(type: string, attributes: Attributes): Attributes {
  const definition = CATEGORIES.find((category) => category.type === type);
  const fields: [string, unknown][] = Object.entries(definition?.fields ?? {}).map(([name, field]) => {
    const value = attributes[name];
    if (field.kind === "several") return [name, (value as string[]).length > 0 ? value : field.initial];
    return [name, value ?? field.csv?.empty];
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined).toSorted()) as Attributes;
}

async function withoutIds(file: string): Promise<string> {
  let columns: readonly (string | null)[] | undefined;
  let without = "";
  for await (const batch of readCsv(chunksOf(file), { encoding: "utf-8", separator: "," })) {
    for (const { cells } of batch) {
      if (!columns) {
        columns = matchColumns(cells).map(({ column }) => column);
        without += csvLine(columns.filter((column) => column !== "id").map(String));
        continue;
      }
      const { id: _, ...named } = cellsOf(cells, columns);
      without += csvLine(Object.values(named));
    }
  }
  return without;
}
