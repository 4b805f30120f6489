import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { csvColumns } from "#app/domain/categories/derive/csv.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { csvLine } from "#app/domain/csv/write.ts";
import { COLUMNS } from "#app/features/stock/csv/columns.ts";
import type { UploadView } from "#app/features/stock/upload/view.ts";
import { db } from "#app/platform/db.server.ts";
import { type Person, person } from "#tests/support/people.ts";
import type { Bench } from "../bench.ts";
import { memoryOf } from "../load-test.ts";
import { interleaved, milliseconds } from "../measure.ts";
import { megabytes, type Row } from "../report.ts";
import { openShop, type Shop } from "../shop.ts";
import { type StockRow, stock } from "../stock.ts";

const [ROWS, REPEATS] = [50_000, 3];
/** One of this many rows has a fault, which is stored with the row. */
const FAULTY = 100;
/** COPY writes these columns; the database computes the others in both cases. */
const COPIED =
  "type, user_id, name, brand, description, price_cents, quantity, country, postal_code, latitude, longitude, attributes, row_key";

const written = (value: unknown): string => (Array.isArray(value) ? value.join("|") : String(value));

/** A valid code in the same region, because an import refuses the generated codes for their length. */
function postalCode({ country, postal_code }: StockRow): string {
  const length = { NL: 4, DE: 5, FR: 5, US: 5 }[country];
  return length ? postal_code.slice(0, length).padEnd(length, "0") : `${postal_code.replace(/\d.*$/, "")}1`;
}

function cellsOf(row: StockRow, number: number): Record<string, string> {
  const definition = categoryOfType(row.type);
  if (!definition) throw new Error(`There is no category "${row.type}".`);
  const own = [...csvColumns(definition)].flatMap(([field, column]) => {
    const value = row.attributes[field];
    // Forms accept these conditions for some types, but stock files do not: the row would be refused.
    if (value === undefined || (field === "condition" && /^(Used|Like New)$/.test(String(value)))) return [];
    return [[column, written(value)] as const];
  });
  return {
    ...Object.fromEntries(own),
    type: row.type,
    sku: `B-${number}`,
    name: row.name,
    brand: row.brand,
    description: row.description,
    price: number % FAULTY === 0 ? "ask me" : (row.price_cents / 100).toFixed(2),
    country: row.country,
    postalCode: postalCode(row),
  };
}

async function file(): Promise<Buffer> {
  const lines = [csvLine(COLUMNS.map(({ name }) => name))];
  for await (const row of stock(ROWS, ["nobody"], new Date(), "all types")) {
    const cells = cellsOf(row, lines.length);
    lines.push(csvLine(COLUMNS.map(({ name }) => cells[name] ?? "")));
  }
  return Buffer.from(lines.join(""));
}

/** Uploads a stock file and waits until its last row is processed. @throws when that takes ten minutes */
async function upload({ server }: Shop, seller: Person, body: Buffer): Promise<UploadView> {
  const address = `${server.url}/sell/business/uploads`;
  const headers = { cookie: seller.cookie, origin: server.url };
  const query = new URLSearchParams({ client: randomUUID(), name: "stock.csv", known: "keep" });
  const sent = await fetch(`${address}?${query}`, { method: "POST", headers, body: new Uint8Array(body) });
  const { id } = (await sent.json()) as { id: string };
  if (sent.status !== 200) throw new Error(`The upload was answered with ${sent.status}.`);
  for (let looked = 0; looked < 4 * 600; looked++) {
    const view = (await (await fetch(`${address}/${id}`, { headers })).json()) as UploadView;
    if (view.finishedAt !== null) return view;
    await delay(250);
  }
  throw new Error("The upload did not end within ten minutes.");
}

/** Truncates the tables: deleting row by row would update counts, which takes as long as inserting. */
async function emptied(): Promise<void> {
  await sql`truncate listings, uploads, listing_counts, fact_counts, search_term_changes, listing_changes,
    rate_limits cascade`.execute(db());
  await sql`vacuum analyze listings`.execute(db());
}

async function copied(client: pg.Client): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of client.query(copyTo(`copy (select ${COPIED} from listings) to stdout`)))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Compares the upload of a whole stock from a file, with its checks and faults, with COPY of the resulting rows. */
export async function benchBulk({ say }: Bench): Promise<Row[]> {
  const body = await file();
  const shop = await openShop(0);
  const client = new pg.Client({ connectionString: shop.server.databaseUrl });
  await client.connect();
  try {
    const seller = await person("shop");
    const atStart = memoryOf(shop.server.child);
    let most = atStart;
    const watch = setInterval(() => {
      most = Math.max(most, memoryOf(shop.server.child));
    }, 100);
    const first = await upload(shop, seller, body);
    clearInterval(watch);
    if (first.failed < Math.floor(ROWS / FAULTY) || first.created < ROWS * 0.98)
      throw new Error(`Other rows failed than were meant to: ${JSON.stringify(first)}`);
    const rows = await copied(client);
    say(`${megabytes(body.byteLength)} of CSV, ${first.created} listings, ${first.failed} faults.`);
    const durations = await interleaved(REPEATS, {
      async upload() {
        await emptied();
        return milliseconds(() => upload(shop, seller, body));
      },
      async copy() {
        await emptied();
        return milliseconds(() =>
          pipeline(Readable.from([rows]), client.query(copyFrom(`copy listings (${COPIED}) from stdin`))),
        );
      },
    });
    const perSecond = (ms: number) => Math.round((ROWS / ms) * 1000).toLocaleString("en");
    return [
      {
        what: `bulk upload of ${ROWS.toLocaleString("en")} rows, each checked and its fault kept, no pictures`,
        against: "COPY into the same indexed tables",
        ratio: durations.copy / durations.upload,
        budget: { at: "least", limit: 0.1, goal: 0.5 },
        figures: `${perSecond(durations.upload)} against ${perSecond(durations.copy)} rows a second; ${megabytes(body.byteLength)} of CSV, all six types, from the first byte sent to the last row listed`,
      },
      {
        what: "the same, most memory of the server during the first",
        against: "before it",
        ratio: most / atStart,
        figures: `${megabytes(most)} against ${megabytes(atStart)}`,
      },
    ];
  } finally {
    await client.end();
    await shop.stop();
  }
}
