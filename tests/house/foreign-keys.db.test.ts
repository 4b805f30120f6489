import { sql } from "kysely";
import { expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";

openDatabase();

test("every foreign key has an index that begins with its columns", async () => {
  // Without an index, deleting the referenced row reads the whole table, for example all photos for one account.
  const { rows } = await sql<{ key: string }>`
    select conrelid::regclass || ': ' || pg_get_constraintdef(fk.oid) as key
    from pg_constraint fk
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and indpred is null
        and (indkey::smallint[])[0:cardinality(conkey) - 1] @> conkey
    )
    order by 1
  `.execute(db());
  expect(rows).toEqual([]);
});
