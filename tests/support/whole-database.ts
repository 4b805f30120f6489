import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";

/** Searches all tables, ignoring case. Each matching row is "table: the row"; outside `public`, "schema.table: …". */
export async function rowsContaining(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and not relispartition
      and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast')
  `.execute(db());
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select row from (select to_jsonb(one)::text as row from ${sql.table(name)} one) as written
      where exists (select from unnest(${texts}::text[]) as text where strpos(lower(row), lower(text)) > 0)
    `.execute(db());
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}
