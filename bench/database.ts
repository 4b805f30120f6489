import { once } from "node:events";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { compactCounts } from "#app/features/listings/jobs.server.ts";
import { updateDictionary } from "#app/features/search/dictionary/dictionary.server.ts";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { queryCache } from "#app/platform/query-cache.server.ts";
import { startEmbeddedDatabase } from "#server/embedded-database.ts";
import { migrate } from "#server/migrate.ts";
import { loadModels } from "#server/models-import.ts";
import { loadPostalCodes } from "#server/postal-codes.ts";
import { AUTH_SECRET } from "#tests/support/server.ts";
import { milliseconds } from "./measure.ts";
import { multiply, PHOTOS } from "./multiply.ts";
import { chances } from "./random.ts";
import { type Bench, integer } from "./report.ts";
import { type Assortment, type BenchListing, stock } from "./stock.ts";

export async function connect(connectionString: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** Two connections. `hop` measures the time of a NOTIFY on the first until it arrives on the second. */
export async function openHop(url: string) {
  const [notifier, listener] = [await connect(url), await connect(url)];
  await listener.query("listen bench");
  return {
    hop: () =>
      milliseconds(() =>
        Promise.all([once(listener, "notification"), notifier.query("notify bench, 'hop'")]),
      ),
    [Symbol.asyncDispose]: async () => void (await Promise.all([notifier.end(), listener.end()])),
  };
}

/** Makes this database the one that the shop's functions use. */
export async function switchDatabase(url: string, dataDir: string, baseUrl = ""): Promise<void> {
  await closeDb();
  configure(parseEnv({ DATABASE_URL: url, DATA_DIR: dataDir, AUTH_SECRET, BASE_URL: baseUrl }));
}

/** The number of listings of a small shop. */
export const SMALL = 10_000;

export interface Databases extends AsyncDisposable {
  /** Makes the database with this many listings the one that the shop's functions use. Returns its URL. */
  use(count: number): Promise<string>;
}

/** A database with more listings is made by multiplying one with so many. */
const BASE = 200_000;

/**
 * Starts an embedded PostgreSQL as `npm start` does, with a database for each number of listings. One that is in the folder
 * already is not loaded again.
 */
export async function openDatabases(
  { folder, say }: Bench,
  counts: readonly number[],
  assortment: Assortment,
  durable = true,
): Promise<Databases> {
  const dataDir = path.join(folder, "databases");
  mkdirSync(dataDir, { mode: 0o711, recursive: true });
  const server = await startEmbeddedDatabase(dataDir, { say, durable });
  const named = (base: string, count: number) =>
    Object.assign(new URL(base), { pathname: `/${assortment}_${count}` }).href;
  const use = async (count: number) => {
    const url = named(server.url, count);
    await switchDatabase(url, dataDir);
    // A running shop hears of changes, so it caches rates, synonyms and the edition of models.
    queryCache.setListening(true);
    return url;
  };
  const load = async (count: number) => {
    const base = count > BASE && count % BASE === 0 ? BASE : null;
    if (base) await load(base);
    await using admin = await connect(server.adminUrl);
    const [database, template] = [`${assortment}_${count}`, base ? `${assortment}_${base}` : "template1"];
    const { rowCount } = await admin.query("select from pg_database where datname = $1", [database]);
    if (rowCount) return;
    say(`Loading ${integer(count)} ${assortment}.`);
    const started = performance.now();
    await closeDb();
    // Only the finished database has its name.
    await admin.query(`drop database if exists loading`);
    await admin.query(`create database loading template ${template} owner ${new URL(server.url).username}`);
    const [url, adminUrl] = [server.url, server.adminUrl].map(
      (each) => Object.assign(new URL(each), { pathname: "/loading" }).href,
    ) as [string, string];
    await (base ? multiply(adminUrl, count / base, say) : loadStock(url, adminUrl, count, assortment));
    await switchDatabase(url, dataDir);
    // In a running shop, jobs do this: the first every minute, the second every hour.
    await updateDictionary();
    await compactCounts();
    await closeDb();
    const seconds = Math.round((performance.now() - started) / 1_000);
    await admin.query(`comment on database loading is 'loaded in ${seconds} s'`);
    await admin.query(`alter database loading rename to ${database}`);
  };
  for (const count of counts) await load(count);
  return {
    use,
    async [Symbol.asyncDispose]() {
      await closeDb();
      await server.stop(10_000);
    },
  };
}

/** COPY writes these columns; the database computes the others. */
const COLUMNS =
  "type, id, user_id, name, brand, description, price_cents, country, postal_code, latitude, longitude, attributes, created_at, updated_at";
const NAMES = COLUMNS.split(", ") as (keyof BenchListing)[];

/** The share of listings that name a model, where their type has models. */
const LINKED = 0.85;

/** Many rows in a chunk, which is faster. `models`: the ids by type; a few models have most listings. */
async function* csv(rows: AsyncIterable<BenchListing>, models: ReadonlyMap<string, readonly string[]>) {
  const { next } = chances("models");
  let chunk = "";
  for await (const row of rows) {
    const cells = NAMES.map((column) => {
      const text = typeof row[column] === "object" ? JSON.stringify(row[column]) : String(row[column]);
      return `"${text.replaceAll('"', '""')}"`;
    });
    const ids = next() < LINKED ? (models.get(row.type) ?? []) : [];
    chunk += `${cells.join(",")},${ids[Math.floor(next() ** 2 * ids.length)] ?? ""}\n`;
    if (chunk.length < 64 * 1024) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

/**
 * Migrates an empty database and fills it with `count` listings of `count / 50` sellers, most with a photo.
 * @param adminUrl the same database as a superuser, who can skip foreign key checks
 */
export async function loadStock(
  url: string,
  adminUrl: string,
  count: number,
  assortment: Assortment = "rackets",
): Promise<void> {
  await migrate(url);
  // Before there are listings; otherwise the first server on this database would update the position of each.
  await loadPostalCodes(url);
  await loadModels(url);
  await using client = await connect(adminUrl);
  const rowsOf = async <Result extends pg.QueryResultRow>(text: string) =>
    (await client.query<Result>(text)).rows;
  await client.query(`
    set maintenance_work_mem = '512MB'; set synchronous_commit = off; set work_mem = '128MB';
    insert into users (name, email, email_verified)
      select 'seller' || n, 'seller' || n || '@example.com', true from generate_series(1, ${Math.ceil(count / 50)}) n;
    insert into profiles (id, username, email) select id, name, email from users;
    -- Without statistics, checking each row's foreign key would read all profiles.
    analyze profiles`);
  const sellers = await rowsOf<{ id: string }>("select id from profiles order by id");
  const models = await rowsOf<{ type: string; ids: string[] }>(
    "select type, array_agg(id::text order by md5(slug)) as ids from models group by type",
  );
  // Building the GIN index afterwards takes a tenth of the time of filling it row by row.
  const [index] = await rowsOf<{ definition: string }>(
    "select pg_get_indexdef('listings_search'::regclass) as definition",
  );
  await client.query("drop index listings_search");
  const rows = stock(
    count,
    sellers.map(({ id }) => id),
    assortment,
  );
  await pipeline(
    Readable.from(csv(rows, new Map(models.map(({ type, ids }) => [type, ids])))),
    client.query(copyFrom(`copy listings (${COLUMNS}, model_id) from stdin with (format csv)`)),
  );
  await client.query(index?.definition.replace(" ON ONLY ", " ON ") ?? "");
  await client.query(`
    set session_replication_role = replica;
    ${PHOTOS}`);
  await client.query("vacuum analyze");
}
