// Listings that were there before the database had days have none, so searches must not look for theirs. A new shop looks for
// all (app/features/search/find/category.db.test.ts).
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { dropDatabase, newDatabase } from "#tests/support/database.ts";
import { MIGRATIONS, migrate, migrationsIn } from "./migrate.ts";

const DAYS = "0045_days_of_listings.sql";

test("a shop that has listings looks for days from the day after its upgrade on", async () => {
  const url = await newDatabase("template0");
  const client = new pg.Client({ connectionString: url.href });
  const folder = mkdtempSync(path.join(tmpdir(), "second-serve-migrations-"));
  const read = async (expression: string) =>
    (await client.query(`select (${expression})::text as value`)).rows[0].value;
  const list = (name: string) =>
    client.query(
      `insert into listings (type, user_id, name, brand, price_cents, attributes, created_at)
        select 'racket', id, $1, 'Wilson', 10000, '{"category": "senior", "condition": "Good"}', '2026-03-10T23:30:00Z'
        from profiles`,
      [name],
    );
  const times = (name: string) =>
    read(
      `select string_agg(lexeme, ' ') from listings, unnest(tsvector_to_array(search)) lexeme
        where lexeme ~ '^listed=' and name = '${name}'`,
    );
  try {
    await client.connect();
    for (const { name } of migrationsIn(MIGRATIONS))
      if (name < DAYS) copyFileSync(path.join(MIGRATIONS, name), path.join(folder, name));
    await migrate(url.href, folder);
    await client.query(`
      insert into users (name, email) values ('Ann', 'ann@example.com');
      insert into profiles (id, username, email) select id, name, email from users`);
    await list("Before");
    await migrate(url.href);
    expect(await read("listed_days_from() - utc_day(now())")).toBe("1");
    await list("After");
    expect(await times("Before")).toBe("listed=202603");
    expect(await times("After")).toBe("listed=202603 listed=20260310");
  } finally {
    await client.end();
    await dropDatabase(url);
    rmSync(folder, { recursive: true });
  }
});
