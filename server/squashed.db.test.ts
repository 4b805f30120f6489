// Databases of version 0.1.0 have the 45 migrations from before they were squashed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { dropDatabase, newDatabase } from "#tests/support/database.ts";
import { schemaOf } from "#tests/support/schema.ts";
import { MIGRATIONS, migrate, migrationsIn, SQUASHED, SQUASHED_INTO, squashedFiles } from "./migrate.ts";

const UPGRADE = "0046_steps_in_code.sql";
/** Migrations that were added after the squash. */
const LATER = migrationsIn(MIGRATIONS)
  .map(({ name }) => name)
  .filter((name) => name > SQUASHED_INTO);
const OLD: Readonly<Record<string, string>> = JSON.parse(
  gunzipSync(
    readFileSync(path.resolve(import.meta.dirname, "../tests/fixtures/migrations-0.1.0.json.gz")),
  ).toString(),
);
const OLD_NAMES = Object.keys(OLD).sort();

let url: URL;
let client: pg.Client;
let folder: string;

beforeEach(async () => {
  url = await newDatabase("template0");
  client = await connected(url.href);
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-migrations-"));
});

afterEach(async () => {
  await client.end();
  await dropDatabase(url);
  rmSync(folder, { recursive: true });
});

async function connected(connectionString: string): Promise<pg.Client> {
  const one = new pg.Client({ connectionString });
  await one.connect();
  return one;
}

async function migrateAsBefore(names: readonly string[]): Promise<void> {
  for (const name of names) writeFileSync(path.join(folder, name), OLD[name] ?? "");
  await migrate(url.href, folder);
}

async function history(): Promise<{ name: string; checksum: string }[]> {
  return (await client.query("select name, checksum from migrations order by name")).rows;
}

/** Typical data of a shop, written as version 0.1.0 wrote it, with its triggers. */
async function doBusiness(): Promise<void> {
  await client.query(`
    create function person(name text) returns uuid language sql as $$
      with one as (insert into users (name, email) values (name, name || '@example.com') returning id)
      insert into profiles (id, username, email) select id, name, name || '@example.com' from one returning id
    $$;
    create temporary table people as select person('seller') as seller, person('buyer') as buyer, person('fan') as fan;
    drop function person;
    insert into saved_searches (user_id, address, name, words) select fan, '/rackets', 'Rackets', '' from people;
    insert into listings (type, user_id, name, brand, price_cents, quantity, attributes)
      select 'racket', seller, 'Blade ' || n, 'Wilson', 10000, 3, '{"category": "senior", "condition": "Good"}'
      from people, generate_series(1, 3) n;
    insert into favorites (user_id, listing_type, listing_id) select fan, type, id from people, listings;
    insert into chat_rooms (listing_type, listing_id, listing_name, seller_id, buyer_id, seq)
      select type, id, name, seller, buyer, 1 from people, listings;
    insert into chat_messages (chat_room_id, seq, sender_id, client_id, message)
      select chat_rooms.id, 1, buyer, uuidv7(), 'Is it still there?' from people, chat_rooms;
    insert into deals (room_id, listing_type, listing_id, listing_name, seller_id, buyer_id, pieces, price_cents,
        state, seller_confirmed_at, buyer_confirmed_at)
      select id, listing_type, listing_id, listing_name, seller_id, buyer_id, 2, 9000, 'agreed', now(), now()
      from chat_rooms where listing_name <> 'Blade 3';
    insert into user_reviews (deal_id, reviewer_id, reviewed_user_id, rating, comment)
      select id, buyer_id, seller_id, 5, 'Kind' from deals;
    insert into user_reviews (deal_id, reviewer_id, reviewed_user_id, rating, comment)
      select id, seller_id, buyer_id, 4, 'Quick' from deals where listing_name = 'Blade 1';
    update listings set price_cents = 8000 where name = 'Blade 1';
    update profiles set username = 'Renamed' where username = 'seller';
    delete from listings where name = 'Blade 3';
  `);
}

async function rowsOf(one: pg.Client): Promise<Record<string, string[]>> {
  const { rows: tables } = await one.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'",
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await one.query<{ row: string }>(
      `select to_jsonb(one)::text as row from ${name} one order by row`,
    );
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

/** Columns that later migrations fill: deals keep the condition of their listing. */
const FILLED = ["condition"];

/** The columns of a row that it did not have before, if they are empty or filled later. */
function added(row: object | undefined, before: object): object {
  return Object.fromEntries(
    Object.entries(row ?? {}).filter(
      ([column, value]) => !(column in before) && (value === null || FILLED.includes(column)),
    ),
  );
}

test("the checksums of squashed files are those of version 0.1.0 and of the upgrade", () => {
  for (const [name, sql] of Object.entries(OLD)) writeFileSync(path.join(folder, name), sql);
  const files = [...migrationsIn(folder), ...migrationsIn(SQUASHED)];
  expect(squashedFiles().map(({ name, checksum }) => ({ name, checksum }))).toEqual(
    files.map(({ name, checksum }) => ({ name, checksum })),
  );
});

test("a database of version 0.1.0 becomes the same as a new one, and keeps every row", async () => {
  await migrateAsBefore(OLD_NAMES);
  await doBusiness();
  const before = await rowsOf(client);
  expect(before.rackets?.map((row) => JSON.parse(row).quantity)).toEqual([1, 1]);
  expect(before.user_reviews).toHaveLength(3);
  expect(await migrate(url.href)).toEqual([UPGRADE, ...LATER]);
  // Later migrations may add tables, and columns that are empty.
  const after = await rowsOf(client);
  for (const [table, rows] of Object.entries(before)) {
    // The moves are the program's, and compared below.
    if (table === "status_moves") continue;
    const rowsAfter = (after[table] ?? []).map((row) => JSON.parse(row));
    expect(rowsAfter).toEqual(
      rows.map((row, at) => ({ ...added(rowsAfter[at], JSON.parse(row)), ...JSON.parse(row) })),
    );
  }
  const fresh = await connected(inject("templateUrl"));
  try {
    expect(await schemaOf(client)).toEqual(await schemaOf(fresh));
    const { status_moves } = await rowsOf(fresh);
    expect(after.status_moves).toEqual(status_moves);
  } finally {
    await fresh.end();
  }
  const files = migrationsIn(MIGRATIONS).map(({ name, checksum }) => ({ name, checksum }));
  expect(await history()).toEqual(files);
  expect(await migrate(url.href)).toEqual([]);
});

test("a database that has the upgrade already becomes the same as a new one too", async () => {
  await migrateAsBefore(OLD_NAMES);
  await client.query(readFileSync(path.join(SQUASHED, UPGRADE), "utf8"));
  const { checksum } = squashedFiles().find(({ name }) => name === UPGRADE) ?? {};
  await client.query("insert into migrations (name, checksum) values ($1, $2)", [UPGRADE, checksum]);
  expect(await migrate(url.href)).toEqual(LATER);
  expect(await history()).toHaveLength(migrationsIn(MIGRATIONS).length);
});

test("servers that start at once on a database of version 0.1.0 take turns", async () => {
  await migrateAsBefore(OLD_NAMES);
  const runs = await Promise.all([migrate(url.href), migrate(url.href), migrate(url.href)]);
  expect(runs.flat().sort()).toEqual([UPGRADE, ...LATER].sort());
  expect(await history()).toHaveLength(migrationsIn(MIGRATIONS).length);
});

test("a database from before version 0.1.0 is refused unchanged, with the version to start first", async () => {
  await migrateAsBefore(OLD_NAMES.slice(0, 40));
  const before = await history();
  const refused = expect(migrate(url.href)).rejects;
  await refused.toThrow(
    "The database is older than this program can migrate (it does not have 0041_category_clothes.sql): start version 0.1.0 on it first, whose newest migration is 0045_towns.sql, then this one.",
  );
  expect(await history()).toEqual(before);
});

test.each([
  ["0047_elsewhere.sql", "The database is newer than this program (it has 0047_elsewhere.sql)"],
  ["0045_towns.sql", "db/migrations/0045_towns.sql was changed after it was applied"],
])("a database of version 0.1.0 with another %s is refused unchanged", async (name, sentence) => {
  await migrateAsBefore(OLD_NAMES);
  await client.query(
    "insert into migrations (name, checksum) values ($1, 'other') on conflict (name) do update set checksum = 'other'",
    [name],
  );
  const before = await history();
  await expect(migrate(url.href)).rejects.toThrow(sentence);
  expect(await history()).toEqual(before);
  // The upgrade was rolled back too.
  expect((await client.query("select to_regproc('deal_counted') is not null as there")).rows).toEqual([
    { there: true },
  ]);
});
