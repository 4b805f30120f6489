// Databases of version 0.2.0 have the 45 migrations that were squashed afterwards.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dropDatabase, newDatabase } from "#tests/support/database.ts";
import { schemaOf } from "#tests/support/schema.ts";
import { MIGRATIONS, migrate, migrationsIn, SQUASHED_INTO, squashedFiles } from "./migrate.ts";

const FILES = migrationsIn(MIGRATIONS).map(({ name, checksum }) => ({ name, checksum }));
const INTO = FILES.filter(({ name }) => name <= SQUASHED_INTO);
const LATER = FILES.filter(({ name }) => name > SQUASHED_INTO).map(({ name }) => name);
const OLD: Readonly<Record<string, string>> = JSON.parse(
  gunzipSync(
    readFileSync(path.resolve(import.meta.dirname, "../tests/fixtures/migrations-0.2.0.json.gz")),
  ).toString(),
);
const OLD_NAMES = Object.keys(OLD).sort();
/** A database of version 0.2.0 may lack these. */
const LAST = ["0045_model_words.sql"];

let url: URL;
let client: pg.Client;
let folder: string;
let into: string;

beforeEach(async () => {
  url = await newDatabase("template0");
  client = await connected(url.href);
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-migrations-"));
  into = path.join(folder, "into");
  mkdirSync(into);
  for (const { name } of INTO) copyFileSync(path.join(MIGRATIONS, name), path.join(into, name));
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
  await client.query(
    "create table migrations (name text primary key, applied_at timestamptz not null default now(), checksum text not null)",
  );
  const checksums = new Map(squashedFiles().map(({ name, checksum }) => [name, checksum]));
  for (const name of names) {
    await client.query(OLD[name] ?? "");
    await client.query("insert into migrations (name, checksum) values ($1, $2)", [
      name,
      checksums.get(name),
    ]);
  }
}

async function history(): Promise<{ name: string; checksum: string }[]> {
  return (await client.query("select name, checksum from migrations order by name")).rows;
}

/** Inserts rows into every table, with the triggers of version 0.2.0. */
async function doBusiness(): Promise<void> {
  await client.query(`
    create function person(name text) returns uuid language sql as $$
      with one as (insert into users (name, email) values (name, name || '@example.com') returning id)
      insert into profiles (id, username, email) select id, name, name || '@example.com' from one returning id
    $$;
    create temporary table people as
      select person('seller') as seller, person('buyer') as buyer, person('fan') as fan, person('staff') as staff;
    drop function person;

    insert into postal_codes (country, code, place, latitude, longitude) values ('NL', '1011', 'Amsterdam', 52.37, 4.9);
    insert into currency_rates (currency, rate, dated) values ('USD', 1.1, '2026-11-25');
    insert into models (type, slug, brand, name, specs, confidence, source) values
      ('racket', 'wilson-blade-98', 'Wilson', 'Blade 98', '{"weight": 305}', 'A', 'wilson.com'),
      ('string', 'luxilon-alu-power', 'Luxilon', 'ALU Power', '{}', 'B', 'luxilon.com');
    insert into model_aliases (type, alias, brand, names) values ('racket', 'pd', 'Babolat', '{Pure Drive}');
    insert into model_editions (digest, linked_at) values ('edition', now());

    insert into sessions (user_id, token, expires_at) select seller, 'token', now() + interval '1 day' from people;
    insert into accounts (user_id, account_id, provider_id) select seller, 'seller', 'google' from people;
    insert into verifications (identifier, value, expires_at) values ('seller', 'code', now());
    insert into two_factors (user_id, secret, backup_codes) select staff, 'secret', 'codes' from people;
    insert into auth_rate_limits (key, count, last_request) values ('1.2.3.4', 1, 1);
    insert into rate_limits (key, points, expire) values ('1.2.3.4', 1, 1);
    insert into known_devices (user_id, device, place) select seller, 'hash', 'hash' from people;
    insert into held_usernames (hash, until) values ('hash', now());
    insert into user_preferences (user_id, racket_sizes, language, played_type, played_model, played_values)
      select buyer, '{2}', 'nl', 'racket', 'wilson-blade-98', '{"gripsize": "2"}' from people;
    insert into terms_acceptances (user_id, version, language) select seller, '2026-11-01', 'nl' from people;
    insert into traders (user_id, name, address, registration, email, phone)
      select seller, 'Seller Ltd', 'Street 1', 'Chamber 1', 'seller@example.com', '+31 20 1' from people;

    insert into saved_searches (user_id, address, name, words) select fan, '/rackets', 'Rackets', '' from people;
    insert into saved_search_queries (search_id, type, query, ranges, anchors)
      select id, 'racket', '''condition=Good''', '{"weight": [280, null]}', '{racket}' from saved_searches;
    insert into listings (type, user_id, name, brand, price_cents, quantity, attributes, model_id)
      select 'racket', seller, 'Blade 98 ' || n, 'Wilson', 10000, 3, '{"category": "senior", "condition": "Good"}',
        (select id from models where type = 'racket')
      from people, generate_series(1, 5) n;
    insert into listings (type, user_id, name, brand, price_cents, attributes)
      select type, seller, 'Item', 'Wilson', 1000, attributes from people, (values
        ('string', '{"type": "set", "condition": "New", "shipping": "Shipping"}'::jsonb),
        ('bag', '{"condition": "Good", "color": "Black", "shipping": "Shipping"}'),
        ('ball', '{"balls_per_can": "3", "packaging_type": "can", "shipping": "Shipping"}'),
        ('clothes', '{"gender": "Men", "type": "Shirt", "size": "M", "condition": "Good", "color": "White", "shipping": "Shipping"}'),
        ('accessory', '{"type": "Grips", "color": "White", "shipping": "Shipping"}')
      ) one (type, attributes);
    create temporary table items as select listings.* from listings where type = 'racket' order by name;
    insert into favorites (user_id, listing_type, listing_id) select fan, type, id from people, items;
    insert into recently_viewed (user_id, listing_type, listing_id) select fan, type, id from people, items;
    insert into cart_items (user_id, listing_type, listing_id, listing_name) select buyer, type, id, name from people, items;
    insert into saved_search_matches (user_id, listing_type, listing_id, search_id)
      select saved_searches.user_id, items.type, items.id, saved_searches.id from saved_searches, items;
    insert into trending_listings (listing_type, listing_id, score) select type, id, 1 from items where name = 'Blade 98 1';
    insert into search_terms (term, type, listings) values ('blade', 'racket', 5);
    insert into search_lines (line, type, label, listings) values ('wilson blade', 'racket', 'Wilson Blade', 5);
    insert into sitemap_parts (kind, first_id) select type, id from items where name = 'Blade 98 1';

    insert into chat_rooms (listing_type, listing_id, listing_name, seller_id, buyer_id, seq, last_message_at)
      select type, id, name, seller, buyer, 1, now() from people, items;
    insert into chat_messages (chat_room_id, seq, sender_id, client_id, message)
      select chat_rooms.id, 1, buyer, uuidv7(), 'Is it still there?' from people, chat_rooms;
    insert into chat_notifications (chat_room_id, user_id, unread_count) select id, seller_id, 1 from chat_rooms;
    insert into user_blocks (blocker_id, blocked_id) select fan, buyer from people;
    insert into event_streams (user_id, seq) select seller, 1 from people;
    insert into events (user_id, seq, kind, subject) select seller, 1, 'message', '{}' from people;
    insert into silent_sellers (user_id) select seller from people;
    insert into notifications (user_id, content, kind) select fan, 'Blade 98 1 costs less', 'price_drop' from people;
    insert into notification_choices (user_id, kind, in_app, mail) select fan, 'offer', true, 'daily' from people;
    insert into mails (recipient, subject, text, html) values ('fan@example.com', 'Hello', 'Hello', '<p>Hello</p>');
    insert into outgoing_mails (recipient, subject, text, html) values ('fan@example.com', 'Hello', 'Hello', '<p>Hello</p>');

    insert into deals (room_id, listing_type, listing_id, listing_name, seller_id, buyer_id, pieces, price_cents,
        state, seller_confirmed_at, buyer_confirmed_at)
      select id, listing_type, listing_id, listing_name, seller_id, buyer_id, 2, 9000, 'agreed', now(), now()
      from chat_rooms where listing_name in ('Blade 98 1', 'Blade 98 2');
    insert into deals (room_id, listing_type, listing_id, listing_name, seller_id, buyer_id, price_cents, state,
        buyer_confirmed_at, lapses_at, cancelled_at, cancelled_by)
      select id, listing_type, listing_id, listing_name, seller_id, buyer_id, 9000, 'cancelled', now(), now(), now(), 'time'
      from chat_rooms where listing_name = 'Blade 98 4';
    insert into deal_further_items (deal_id, place, listing_type, listing_id, listing_name)
      select deals.id, 1, items.type, items.id, items.name from deals, items
      where deals.listing_name = 'Blade 98 1' and items.name = 'Blade 98 5';
    insert into deal_addresses (deal_id, address) select id, 'Street 2' from deals where listing_name = 'Blade 98 1';
    insert into deal_proposals (id, deal_id, made_by, kind, price_cents)
      select uuidv7(), id, 'buyer', 'price', 8000 from deals where listing_name = 'Blade 98 1';
    update deal_proposals set state = 'declined', closed_at = now();
    insert into offers (id, room_id, made_by, pieces, price_cents, expires_at)
      select uuidv7(), id, 'buyer', 1, 7000, now() + interval '2 days' from chat_rooms where listing_name = 'Blade 98 5';
    insert into chat_messages (chat_room_id, seq, sender_id, client_id, message, offer_id)
      select room_id, 2, buyer, uuidv7(), '', offers.id from people, offers;
    insert into cart_requests (room_id, listing_type, listing_id) select id, listing_type, listing_id from chat_rooms;
    insert into user_reviews (deal_id, reviewer_id, reviewed_user_id, rating, comment)
      select id, buyer_id, seller_id, 5, 'Kind' from deals where state = 'agreed';
    insert into user_reviews (deal_id, reviewer_id, reviewed_user_id, rating, comment)
      select id, seller_id, buyer_id, 4, 'Quick' from deals where listing_name = 'Blade 98 1';

    insert into photos (user_id, key, width, height, thumbhash, listing_type, listing_id, position, dhash)
      select seller, repeat('a', 64), 800, 600, '', type, id, 0, 7::bit(128) from people, items;
    insert into photos (user_id, key, width, height, thumbhash, chat_message_id, position)
      select sender_id, 'private-' || repeat('b', 64), 800, 600, '', id, 0 from chat_messages where seq = 2;
    insert into uploads (user_id, client_id, file_name, state, read, created, failed)
      select seller, uuidv7(), 'stock.csv', 'done', 2, 1, 1 from people;
    insert into upload_parts (upload_id, number, content) select id, 0, 'name' from uploads;
    insert into upload_rows (upload_id, number, cells, faults) select id, 3, '{}', '[]' from uploads;
    insert into upload_models (upload_id, number, name, model) select id, 2, 'Blade', 'Wilson Blade 98' from uploads;
    insert into picture_orders (listing_type, listing_id, position, user_id, url)
      select type, id, 1, user_id, 'https://example.com/1.jpg' from items where name = 'Blade 98 1';
    insert into picture_hosts (user_id, host, failures, failed_at) select seller, 'example.com', 1, now() from people;
    insert into stock_price_changes (user_id, percent, types, ids, was_cents, now_cents)
      select seller, -1000, '{}', '{}', '{}', '{}' from people;
    insert into stock_price_tokens (user_id, id, changed) select seller, uuidv7(), 1 from people;

    insert into staff (user_id, role) select staff, 'moderator' from people;
    insert into staff_log (actor_id, action) select staff, 'case_opened' from people;
    insert into cases (subject_kind, subject_id, listing_type, person_id, severity)
      select 'listing', id, type, user_id, 2 from items where name = 'Blade 98 2';
    insert into reports (case_id, reporter_id, language, reason, evidence, pictures)
      select id, fan, 'nl', 'counterfeit', '{"photos": []}', array['private-' || repeat('c', 64)] from people, cases;
    insert into reports (case_id, email, language, reason, evidence)
      select id, 'visitor@example.com', 'nl', 'counterfeit', '{"photos": []}' from cases;
    insert into reports (case_id, language, reason, evidence, signal) select id, 'en-GB', 'other', '{}', 'same_picture' from cases;
    insert into decisions (case_id, person_id, action, rule, words, decided_by, in_force_at)
      select id, person_id, 'hide', 'counterfeit', 'It is a copy.', staff, now() from people, cases;
    insert into appeals (decision_id, words) select id, 'It is none.' from decisions;
    insert into settings (offers, banner, banner_until, fee_percent) values (true, '{"nl": "Hallo"}', '2026-12-01', 5);

    update listings set price_cents = 8000 where name = 'Blade 98 1';
    update listings set hidden = 'hidden' where name = 'Blade 98 2';
    update profiles set suspended_until = 'infinity', bundle_items = 3, bundle_percent = 10 where username = 'seller';
    update profiles set username = 'Renamed' where username = 'seller';
    delete from listings where name = 'Blade 98 3';
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

test("the checksums of squashed files are those of version 0.2.0", () => {
  for (const [name, sql] of Object.entries(OLD)) writeFileSync(path.join(folder, name), sql);
  const old = migrationsIn(folder);
  expect(squashedFiles()).toEqual(
    old.map(({ name, checksum, sql }) => ({ name, checksum, sql: LAST.includes(name) ? sql : null })),
  );
});

test("no file has the name of a squashed one", () => {
  const names = FILES.map(({ name }) => name);
  expect(names.filter((name) => OLD_NAMES.includes(name))).toEqual([]);
});

test("a database of version 0.2.0 gets the migration list and schema of a new one, and keeps every row", async () => {
  await migrateAsBefore(OLD_NAMES);
  await doBusiness();
  const before = await rowsOf(client);
  const empty = Object.keys(before).filter((table) => before[table]?.length === 0);
  expect(empty).toEqual([]);
  expect(await migrate(url.href, into)).toEqual([]);
  expect(await rowsOf(client)).toEqual(before);
  expect(await history()).toEqual(INTO);

  const freshUrl = await newDatabase("template0");
  const fresh = await connected(freshUrl.href);
  try {
    expect(await migrate(freshUrl.href, into)).toEqual(INTO.map(({ name }) => name));
    expect(await schemaOf(client)).toEqual(await schemaOf(fresh));
    const after = await rowsOf(fresh);
    expect(after.status_moves).toEqual(before.status_moves);
    // Rows of `signal_marks` have the time at which the database was made.
    expect(after.signal_marks).toHaveLength(before.signal_marks?.length ?? 0);
    const filled = Object.keys(after).filter((table) => after[table]?.length);
    expect(filled.sort()).toEqual(["signal_marks", "status_moves"]);
  } finally {
    await fresh.end();
    await dropDatabase(freshUrl);
  }

  expect(await migrate(url.href)).toEqual(LATER);
  expect(await history()).toEqual(FILES);
  expect(await migrate(url.href)).toEqual([]);
});

test("a database of version 0.2.0 without its last migration gets it", async () => {
  await migrateAsBefore(OLD_NAMES.filter((name) => !LAST.includes(name)));
  await doBusiness();
  expect(await migrate(url.href, into)).toEqual([]);
  expect(await history()).toEqual(INTO);
  const freshUrl = await newDatabase("template0");
  const fresh = await connected(freshUrl.href);
  try {
    await migrate(freshUrl.href, into);
    expect(await schemaOf(client)).toEqual(await schemaOf(fresh));
  } finally {
    await fresh.end();
    await dropDatabase(freshUrl);
  }
});

test("servers that start at the same time on a database of version 0.2.0 take turns", async () => {
  await migrateAsBefore(OLD_NAMES);
  const runs = await Promise.all([migrate(url.href), migrate(url.href), migrate(url.href)]);
  expect(runs.flat().sort()).toEqual(LATER);
  expect(await history()).toEqual(FILES);
});

test("a database from before version 0.2.0 is refused and not changed, and the error names the version to start first", async () => {
  await migrateAsBefore(OLD_NAMES.slice(0, 40));
  const before = await history();
  await expect(migrate(url.href)).rejects.toThrow(
    "The database is older than this program can migrate (it does not have 0041_traders.sql): start version 0.2.0 on it first, whose newest migration is 0045_model_words.sql, then this one.",
  );
  expect(await history()).toEqual(before);
});

test("a database of version 0.1.0 is refused, and the error names the version to start first", async () => {
  await migrateAsBefore([]);
  await client.query("insert into migrations (name, checksum) values ('0001_accounts.sql', 'other')");
  await expect(migrate(url.href)).rejects.toThrow(
    "The database is older than this program can migrate (it does not have 0001_people.sql): start version 0.2.0 on it first",
  );
});

test.each([
  ["0046_elsewhere.sql", "The database is newer than this program (it has 0046_elsewhere.sql)"],
  ["0045_model_words.sql", "db/migrations/0045_model_words.sql was changed after it was applied"],
])("a database of 0.2.0 with an added or changed %s is refused and not changed", async (name, sentence) => {
  await migrateAsBefore(OLD_NAMES);
  await client.query(
    "insert into migrations (name, checksum) values ($1, 'other') on conflict (name) do update set checksum = 'other'",
    [name],
  );
  const before = await history();
  await expect(migrate(url.href)).rejects.toThrow(sentence);
  expect(await history()).toEqual(before);
});
