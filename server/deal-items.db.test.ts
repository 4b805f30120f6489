// What deals are about was in two tables (docs/decisions/0047-deals.md). Servers of the version before go on
// during the upgrade, on the new schema.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dropDatabase, newDatabase } from "#tests/support/database.ts";
import { MIGRATIONS, migrate, migrationsIn } from "./migrate.ts";

const DEAL_ITEMS = "0024_deal_items.sql";
/** What both versions read: the version before from `deals` and a view, this one from the table. */
const ITEMS =
  "select deal_id, place, listing_type, listing_id, listing_name, pieces from deal_items order by 1, 2";
const FIRST_ITEMS = `
  select id as deal_id, 0 as place, listing_type, listing_id, listing_name, pieces, model_id, condition from deals order by 1
`;
const ROOMS = "select * from deal_rooms order by 1, 2";
const DEALS = "select to_jsonb(deals) as row from deals order by id";

let url: URL;
let client: pg.Client;
let folder: string;

async function rows(query: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await client.query(query, values)).rows;
}

beforeEach(async () => {
  url = await newDatabase("template0");
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-migrations-"));
  for (const { name } of migrationsIn(MIGRATIONS))
    if (name < DEAL_ITEMS) copyFileSync(path.join(MIGRATIONS, name), path.join(folder, name));
  await migrate(url.href, folder);
  await client.query(`
    create function person(name text) returns uuid language sql as $$
      with one as (insert into users (name, email) values (name, name || '@example.com') returning id)
      insert into profiles (id, username, email) select id, name, name || '@example.com' from one returning id
    $$;
    create table people as select person('seller') as seller, person('buyer') as buyer, person('leaver') as leaver;
    insert into models (type, slug, brand, name, specs, confidence, source) values
      ('racket', 'wilson-blade-98', 'Wilson', 'Blade 98', '{}', 'A', 'wilson.com'),
      ('racket', 'wilson-blade-100', 'Wilson', 'Blade 100', '{}', 'A', 'wilson.com');
    insert into listings (type, user_id, name, brand, price_cents, quantity, attributes, model_id)
      select 'racket', seller, 'Blade ' || n, 'Wilson', 10000, 9, '{"category": "senior", "condition": "Good"}',
        (select id from models where slug = 'wilson-blade-98')
      from people, generate_series(1, 6) n;
    insert into chat_rooms (listing_type, listing_id, listing_name, seller_id, buyer_id)
      select type, id, name, seller, buyer from people, listings;
  `);
});

afterEach(async () => {
  await client.end();
  await dropDatabase(url);
  rmSync(folder, { recursive: true });
});

/** Writes deals as the version before does, of every shape that the old schema allows. */
async function dealsOfTheVersionBefore(): Promise<void> {
  const columns = "seller_id, buyer_id, price_cents, listing_type, listing_id, listing_name, pieces";
  await client.query(`
    create temporary table blades as select row_number() over (order by name) as n, type, id, name from listings;
    insert into deals (${columns}, room_id, state)
      select seller, buyer, 100, type, id, name, 2, (select id from chat_rooms where listing_id = blades.id), 'open'
      from people, blades where n = 1;
    insert into deals (${columns}, state, seller_confirmed_at, buyer_confirmed_at, given_at, received_at)
      select seller, buyer, 200, type, id, name, 1, state, now(), now(), now(),
        case state when 'received' then now() end
      from people, blades, unnest('{agreed,handed_over,sent,received}'::text[]) state where n = 2;
    insert into deals (${columns}, state, cancelled_at, cancelled_by)
      select seller, leaver, 300, type, id, name, 100000, 'cancelled', now(), 'buyer' from people, blades where n = 3;
    insert into deals (${columns}, elsewhere, seller_confirmed_at)
      select seller, null, 400, type, id, name, 1, true, now() from people, blades where n = 3;
    -- A sale that was recorded afterwards, with and without a model.
    insert into deals (${columns}, state, seller_confirmed_at, buyer_confirmed_at, received_at, model_id, condition)
      select seller, buyer, 500, 'racket', null, name, 1, 'received', now(), now(), now(), model, condition
      from people, (values ('Old', (select id from models where slug = 'wilson-blade-98'), 'Used'), ('Older', null, null))
        as sale (name, model, condition);
    -- Several items. The same listing twice is a shape that the program never wrote.
    insert into deal_further_items (deal_id, place, listing_type, listing_id, listing_name, pieces)
      select deals.id, blades.n - 1, type, blades.id, name, 3 from deals, blades
      where deals.state in ('open', 'agreed') and deals.room_id is not null and n in (2, 5, 6);
    insert into deal_further_items (deal_id, place, listing_type, listing_id, listing_name)
      select deals.id, 29, listing_type, listing_id, 'Again' from deals where state = 'received' and listing_id is not null;
    drop table blades;
    delete from listings where name in ('Blade 3', 'Blade 6');
    delete from users where name = 'leaver';
  `);
}

test("the migration keeps each item of each deal, with its model and condition", async () => {
  await dealsOfTheVersionBefore();
  const before = { items: await rows(ITEMS), rooms: await rows(ROOMS), deals: await rows(DEALS) };
  const first = await rows(FIRST_ITEMS);
  const further = await rows("select * from deal_further_items order by 1, 2");
  expect([first.length, further.length, before.rooms.length]).toEqual([9, 4, 7]);
  await migrate(url.href);
  expect(await rows(ITEMS)).toEqual(before.items);
  expect(await rows(ROOMS)).toEqual(before.rooms);
  expect(await rows(DEALS)).toEqual(before.deals);
  expect(await rows(`select * from deal_items where place = 0 order by 1`)).toEqual(first);
  expect(await rows("select * from deal_further_items order by 1, 2")).toEqual(further);
});

describe("during the upgrade", () => {
  beforeEach(async () => {
    await migrate(url.href);
  });

  /** Both versions read the same. */
  async function agreed(): Promise<Record<string, unknown>[]> {
    const first = await rows("select * from deal_items where place = 0 order by 1");
    expect(await rows(FIRST_ITEMS)).toEqual(first);
    return first;
  }

  test("this version reads the deals that a server of the version before writes", async () => {
    await dealsOfTheVersionBefore();
    expect(await agreed()).toHaveLength(9);
    expect(await rows("select * from deal_items where place > 0")).toHaveLength(4);
    const [model] = await rows("select id from models where slug = 'wilson-blade-98'");
    expect(
      await rows("select distinct model_id, condition from deal_items where listing_name = 'Blade 1'"),
    ).toEqual([{ model_id: model?.id, condition: "Good" }]);
  });

  test("a server of the version before reads the deals that this version writes", async () => {
    const [deal] = await rows(
      "insert into deals (seller_id, buyer_id, price_cents) select seller, buyer, 100 from people returning id",
    );
    await client.query(
      `insert into deal_items (deal_id, place, listing_type, listing_id, listing_name, pieces)
       select $1, row_number() over (order by name) - 1, type, id, name, 4 from listings where name < 'Blade 3'`,
      [deal?.id],
    );
    expect(await agreed()).toMatchObject([{ listing_name: "Blade 1", pieces: 4, condition: "Good" }]);
    expect(await rows("select place, listing_name, pieces from deal_further_items")).toEqual([
      { place: 1, listing_name: "Blade 2", pieces: 4 },
    ]);
    await client.query("delete from listings");
    expect(await agreed()).toMatchObject([{ listing_name: "Blade 1", listing_id: null, condition: "Good" }]);
  });

  test.each(["deals", "deal_items"])("a model that a server adds to %s is in both", async (table) => {
    await dealsOfTheVersionBefore();
    await client.query(
      `update ${table} set model_id = models.id from models where slug = 'wilson-blade-100' and listing_name = 'Older'`,
    );
    const [model] = await rows("select id from models where slug = 'wilson-blade-100'");
    expect((await agreed()).filter(({ model_id }) => model_id === model?.id)).toHaveLength(1);
  });
});
