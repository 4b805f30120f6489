import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { RETENTION } from "./retention.server.ts";

let keys: readonly { table: string; column: string; onDelete: string }[];

openDatabase(async () => {
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

/** Tables whose rows belong to a person through rows of other tables. */
async function tablesAround(): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    with recursive about(oid) as (
      select 'users'::regclass::oid
      union
      select conrelid from pg_constraint join about on confrelid = about.oid where contype = 'f' and conparentid = 0
    )
    select oid::regclass::text as table from about order by 1
  `.execute(db());
  return rows.map(({ table }) => table);
}

describe("every table that refers to a person", () => {
  test("has an entry in retention.server.ts that says whether it is exported, and no other table has one [V14.1.1 V14.1.2 V14.2.4]", async () => {
    const views = ["visible_reviews"];
    expect(Object.keys(RETENTION).sort()).toEqual([...(await tablesAround()), ...views].sort());
  });

  test("has foreign keys with the delete rules that its entry names", () => {
    const entries = Object.entries(RETENTION).flatMap(([table, rule]) =>
      table === "visible_reviews"
        ? []
        : Object.entries(rule.onDelete ?? {}).map(([column, onDelete]) => ({ table, column, onDelete })),
    );
    expect(entries.sort((a, b) => (`${a.table} ${a.column}` < `${b.table} ${b.column}` ? -1 : 1))).toEqual(
      keys,
    );
  });

  test("exports no column whose name says that it is a secret", async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and column_name ~ 'token|secret|password|hash|backup|skeleton' order by 1, 2
    `.execute(db());
    const exported = rows.filter(({ table, column }) => {
      const rule = RETENTION[table as keyof typeof RETENTION];
      return rule && "field" in rule && !rule.without?.includes(column);
    });
    expect(rows.length).toBeGreaterThan(5);
    expect(exported).toEqual([]);
  });

  test("is looked up by a query of this file that finds more than fifteen references", () => {
    expect(keys.length).toBeGreaterThan(15);
  });
});
