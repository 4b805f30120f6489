// PostgreSQL puts the body of a function in SQL into the query that calls it, unless the function is declared in a way that
// prevents this. Then it calls the function for each row, which takes ten times as long.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { failureText } from "./source.ts";

openDatabase();

/** They run for each row that is written, or once for a query. */
const CALLED = ["dhash_parts", "fold", "listing_month"];

test("a function that a search runs for each listing becomes part of its query", async () => {
  const { rows } = await sql<{ name: string; types: string; count: number }>`
    select proname as name, oidvectortypes(proargtypes) as types, pronargs as count
    from pg_proc join pg_language on pg_language.oid = prolang
    where lanname = 'sql' and prosqlbody is not null and not proretset and pronamespace = 'public'::regnamespace
  `.execute(db());
  expect(rows.map(({ name }) => name)).toContain("shelved_at");
  const called = await db()
    .connection()
    .execute(async (connection) => {
      await sql`set plan_cache_mode = force_generic_plan`.execute(connection);
      const names: string[] = [];
      for (const { name, types, count } of rows) {
        const places = Array.from({ length: count }, (_, at) => `$${at + 1}`).join(", ");
        // SQL has no empty lists of types and values.
        const listed = (values: string) => (count === 0 ? "" : `(${values})`);
        await sql.raw(`prepare calling ${listed(types)} as select ${name}(${places})`).execute(connection);
        const nulls = Array.from({ length: count }, () => "null").join(", ");
        const plan = await sql.raw(`explain (verbose) execute calling${listed(nulls)}`).execute(connection);
        await sql`deallocate calling`.execute(connection);
        if (JSON.stringify(plan.rows).includes(`${name}(`)) names.push(name);
      }
      await sql`reset plan_cache_mode`.execute(connection);
      return names.filter((name) => !CALLED.includes(name));
    });
  expect(failureText("Declare it so that it can be inlined (not strict, if its body is not).", called)).toBe(
    "",
  );
});
