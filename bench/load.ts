import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { migrate } from "#server/migrate.ts";
import { loadModels } from "#server/models-import.ts";
import { loadPostalCodes } from "#server/postal-codes.ts";
import { type Assortment, type StockRow, stock } from "./stock.ts";

const COLUMNS = [
  "type",
  "id",
  "user_id",
  "name",
  "brand",
  "description",
  "price_cents",
  "country",
  "postal_code",
  "latitude",
  "longitude",
  "attributes",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof StockRow)[];

/** The share of listings that name a model, where their type has models. */
const LINKED = 0.85;

/** The model of a listing, by its id: a few models have most listings. Null where it names none. */
function modelOf({ type, id }: StockRow, models: ReadonlyMap<string, readonly string[]>): string | null {
  const ofType = models.get(type);
  const share = Number.parseInt(id.slice(-6), 16) / 0x100_0000 / LINKED;
  return ofType && share < 1 ? (ofType[Math.floor(share ** 2 * ofType.length)] ?? null) : null;
}

/** Many rows in a chunk, which is faster. */
async function* csv(
  rows: AsyncIterable<StockRow>,
  models: ReadonlyMap<string, readonly string[]>,
): AsyncGenerator<string> {
  let chunk = "";
  for await (const row of rows) {
    const cells = COLUMNS.map((column) => {
      const value = row[column];
      const text = typeof value === "object" ? JSON.stringify(value) : String(value);
      return `"${text.replaceAll('"', '""')}"`;
    });
    chunk += `${cells.join(",")},${modelOf(row, models) ?? ""}\n`;
    if (chunk.length < 64 * 1024) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

async function insertSellers(client: pg.Client, count: number): Promise<string[]> {
  await client.query(
    "insert into users (name, email, email_verified) select 'seller' || n, 'seller' || n || '@example.com', true from generate_series(1, $1::int) n",
    [count],
  );
  const { rows } = await client.query<{ id: string }>(
    "insert into profiles (id, username, email) select id, name, email from users returning id",
  );
  // Without statistics, checking each row's foreign key would read all profiles.
  await client.query("analyze profiles");
  return rows.map((row) => row.id);
}

async function modelIds(client: pg.Client): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ type: string; id: string }>(
    "select type, id from models order by md5(slug)",
  );
  const byType = Map.groupBy(rows, ({ type }) => type);
  return new Map([...byType].map(([type, ofType]) => [type, ofType.map(({ id }) => id)]));
}

/** Building the GIN index after `load` takes a tenth of the time of filling it row by row. */
async function withoutSearchIndex(client: pg.Client, load: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ definition: string }>(
    "select pg_get_indexdef('listings_search'::regclass) as definition",
  );
  await client.query("drop index listings_search");
  await load();
  await client.query(rows[0]?.definition.replace(" ON ONLY ", " ON ") ?? "");
}

/**
 * Migrates an empty database and fills it with `count` listings of `count / 50` sellers, most with a photo.
 * @param adminUrl the same database as a superuser, who can skip foreign key checks
 */
export async function loadStock(
  url: string,
  adminUrl: string,
  count: number,
  now: Date,
  assortment: Assortment = "rackets",
): Promise<void> {
  await migrate(url);
  await loadPostalCodes(url);
  await loadModels(url);
  // Before there are listings; otherwise the first server on this database would update the position of each.
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(
      "set maintenance_work_mem = '512MB'; set synchronous_commit = off; set work_mem = '128MB'",
    );
    const sellers = await insertSellers(client, Math.ceil(count / 50));
    const models = await modelIds(client);
    await withoutSearchIndex(client, () =>
      pipeline(
        Readable.from(csv(stock(count, sellers, now, assortment), models)),
        client.query(
          copyFrom(`copy listings (${COLUMNS.join(", ")}, model_id) from stdin with (format csv)`),
        ),
      ),
    );
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into photos (user_id, key, width, height, thumbhash, listing_type, listing_id, position)
       select user_id, encode(sha256(id::text::bytea), 'hex'), 1280, 960, 'aCgKNYZ4d4d/eIiAiHd3eIeHeHB4', type, id, 0
       from listings where hashtext(id::text) % 10 < 8`,
    );
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}
