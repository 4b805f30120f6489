import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { csvColumns } from "#app/domain/categories/derive/csv.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { csvLine } from "#app/domain/csv/write.ts";
import { COLUMNS } from "#app/features/stock/csv/columns.ts";
import type { UploadView } from "#app/features/stock/upload/view.ts";
import { db } from "#app/platform/db.server.ts";
import { type Person, person } from "#tests/support/people.ts";
import { sending } from "#tests/support/stock-files.ts";
import { connect } from "../database.ts";
import { interleaved, milliseconds } from "../measure.ts";
import { atLeast, integer, megabytes, type Part } from "../report.ts";
import { openShop, type Shop } from "../shop.ts";
import { type BenchListing, stock, wholePostalCode } from "../stock.ts";

/** One of this many rows has a fault, which is stored with the row. */
const FAULTY = 100;
/** COPY writes these columns; the database computes the others in both cases. */
const COPIED =
  "type, user_id, name, brand, description, price_cents, quantity, country, postal_code, latitude, longitude, attributes, row_key";

function cellsOf(row: BenchListing, number: number): Record<string, string> {
  const definition = categoryOfType(row.type);
  const columns = definition ? [...csvColumns(definition)] : [];
  const attributes = columns.flatMap(([field, column]) => {
    const value = row.attributes[field];
    // Forms accept these conditions for some types, but stock files do not: the row would be refused.
    if (value === undefined || (field === "condition" && /^(Used|Like New)$/.test(String(value)))) return [];
    return [[column, [value].flat().join("|")]];
  });
  return {
    ...Object.fromEntries(attributes),
    type: row.type,
    sku: `B-${number}`,
    name: row.name,
    brand: row.brand,
    description: row.description,
    price: number % FAULTY === 0 ? "ask me" : (row.price_cents / 100).toFixed(2),
    country: row.country,
    postalCode: wholePostalCode(row),
  };
}

async function stockFile(count: number): Promise<Buffer> {
  const lines = [csvLine(COLUMNS.map(({ name }) => name))];
  for await (const row of stock(count, ["nobody"], "listings")) {
    const cells = cellsOf(row, lines.length);
    lines.push(csvLine(COLUMNS.map(({ name }) => cells[name] ?? "")));
  }
  return Buffer.from(lines.join(""));
}

/** Uploads a stock file and waits until its last row is processed. @throws when that takes ten minutes */
async function upload({ url }: Shop, seller: Person, file: Buffer): Promise<UploadView> {
  const headers = { cookie: seller.cookie, origin: url };
  const answer = await fetch(sending(seller, new Uint8Array(file), { headers }));
  if (answer.status !== 200) throw new Error(`The upload was answered with ${answer.status}.`);
  const { id } = (await answer.json()) as { id: string };
  for (let looked = 0; looked < 4 * 600; looked++) {
    const progress = await fetch(`${url}/sell/business/uploads/${id}`, { headers });
    const view = (await progress.json()) as UploadView;
    if (view.finishedAt !== null) return view;
    await delay(250);
  }
  throw new Error("The upload did not end within ten minutes.");
}

/** Truncates the tables: deleting row by row would update counts, which takes as long as inserting. */
async function empty(): Promise<void> {
  await sql`truncate listings, uploads, listing_counts, fact_counts, search_term_changes, listing_changes,
    rate_limits cascade`.execute(db());
  await sql`vacuum analyze listings`.execute(db());
}

/** Compares the upload of a whole stock from a file, with its checks and faults, with COPY of the resulting rows. */
export const bulk: Part = async ({ say, scaled }) => {
  const count = scaled(50_000);
  const file = await stockFile(count);
  await using shop = await openShop(0);
  await using client = await connect(shop.databaseUrl);
  const seller = await person("shop");
  const { created, failed } = await upload(shop, seller, file);
  if (failed < Math.floor(count / FAULTY) || created < count * 0.98)
    throw new Error(`Other rows failed than were meant to: ${created} were created, ${failed} failed.`);
  const rows = await buffer(client.query(copyTo(`copy (select ${COPIED} from listings) to stdout`)));
  say(`${megabytes(file.byteLength)} of CSV, ${created} listings, ${failed} faults.`);
  const durations = await interleaved(3, {
    async upload() {
      await empty();
      return milliseconds(() => upload(shop, seller, file));
    },
    async copy() {
      await empty();
      return milliseconds(() =>
        pipeline(Readable.from([rows]), client.query(copyFrom(`copy listings (${COPIED}) from stdin`))),
      );
    },
  });
  const perSecond = (duration: number) => integer((count / duration) * 1_000);
  return [
    {
      what: `bulk upload of ${integer(count)} rows, each checked and its fault kept, no pictures`,
      against: "COPY into the same indexed tables",
      ratio: durations.copy / durations.upload,
      budget: atLeast(0.1, 0.5),
      figures: `${perSecond(durations.upload)} against ${perSecond(durations.copy)} rows a second; ${megabytes(file.byteLength)} of CSV, all six types, from the first byte sent to the last row listed`,
    },
  ];
};
