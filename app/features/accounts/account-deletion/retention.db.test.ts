import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { RETENTION } from "./retention.ts";

let keys: readonly { table: string; column: string; onDelete: string }[];

beforeAll(async () => {
  await testDatabase();
  const { rows } = await sql<{ table: string; column: string; onDelete: string }>`
    select conrelid::regclass::text as table, attname as column,
      case confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'kept' end as "onDelete"
    from pg_constraint fk
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid in ('users'::regclass, 'profiles'::regclass) and conparentid = 0
    order by 1, 2
  `.execute(db());
  keys = rows;
});

describe("every table that refers to a person", () => {
  test("has an entry in retention.ts that says whether it is exported, and no other table has one [V14.1.1 V14.1.2 V14.2.4]", () => {
    expect(Object.keys(RETENTION).sort()).toEqual([...new Set(keys.map(({ table }) => table))]);
  });

  test("has foreign keys with the delete rules that its entry in retention.ts names", () => {
    const entries = Object.entries(RETENTION).flatMap(([table, rule]) =>
      Object.entries(rule.onDelete).map(([column, onDelete]) => ({ table, column, onDelete })),
    );
    expect(entries.sort((a, b) => (`${a.table} ${a.column}` < `${b.table} ${b.column}` ? -1 : 1))).toEqual(
      keys,
    );
  });

  test("is looked up by a query of this file that finds more than fifteen references", () => {
    expect(keys.length).toBeGreaterThan(15);
  });
});
