import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { dropDatabase, newDatabase } from "#tests/support/database.ts";
import { MIGRATIONS, migrate } from "./migrate.ts";

const CHANGE = "0041_category_clothes.sql";

test("a listed cap, and a saved search for caps, have the name that stays", async () => {
  const url = await newDatabase("template0");
  const before = mkdtempSync(path.join(tmpdir(), "second-serve-migrations-"));
  const client = new pg.Client({ connectionString: url.href });
  try {
    for (const name of readdirSync(MIGRATIONS).filter((one) => one.endsWith(".sql") && one < CHANGE))
      cpSync(path.join(MIGRATIONS, name), path.join(before, name));
    await migrate(url.href, before);
    await client.connect();
    await client.query(`
      insert into users (id, name, email) values ('019a0000-0000-7000-8000-000000000001', 'cap', 'cap@example.com');
      insert into profiles (id, username) values ('019a0000-0000-7000-8000-000000000001', 'cap')
        on conflict (id) do nothing;
      insert into listings (type, user_id, name, brand, price_cents, attributes)
        values ('clothes', '019a0000-0000-7000-8000-000000000001', 'Cap', 'Nike', 900, '{"gender": "Unisex",
          "type": "Cap", "size": "M", "condition": "New", "color": "White", "shipping": "Shipping"}');
      insert into saved_searches (id, user_id, address, name, words)
        values ('019a0000-0000-7000-8000-000000000002', '019a0000-0000-7000-8000-000000000001', '/clothes?type=Cap', 'Caps', '');
      insert into saved_search_queries (search_id, type, query, anchors)
        values ('019a0000-0000-7000-8000-000000000002', 'clothes', $$'type=Cap' & 'size=M'$$, '{clothes type=Cap}');
    `);
    await migrate(url.href);
    const { rows } = await client.query(`
      select listings.attributes ->> 'type' as type, listings.search @@ saved_search_queries.query as found, anchors
      from listings, saved_search_queries`);
    expect(rows).toEqual([{ type: "Cap/Hat", found: true, anchors: ["clothes type=Cap/Hat"] }]);
  } finally {
    await client.end();
    await dropDatabase(url);
    rmSync(before, { recursive: true });
  }
});
