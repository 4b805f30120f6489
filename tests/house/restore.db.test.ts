// A dump of the database must be restorable (docs/operations.md). While pg_restore fills tables, the search_path is
// empty. Functions in generated columns, checks and indexes must then still find what they call.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person, racketOf } from "#tests/support/people.ts";

openDatabase();

test("rows can be written with an empty search_path, as when a dump is restored", async () => {
  await racketOf(await person("seller"), { name: "Blade 98 für Zoë", attributes: { condition: "Good" } });
  await sql`insert into search_terms (term, type, listings) values ('blade', 'racket', 1)`.execute(db());
  await sql`insert into search_lines (line, type, label, listings) values ('blade', 'racket', 'Blade', 1)`.execute(
    db(),
  );
  const found = () =>
    sql<{ search: string; variants: string[] }>`
      select l.search::text, t.variants from public.listings l, public.search_terms t where t.term = 'blade'
    `.execute(db());
  const { rows: before } = await found();
  // PostgreSQL recomputes an expression only when one of its columns is updated, so every column is updated. Most
  // tables are empty here, so their expressions do not run: the next test reads the functions in them.
  const { rows: tables } = await sql<{ name: string; same: string }>`
    select t.oid::regclass::text as name, string_agg(format('%1$I = %1$I', a.attname), ', ') as same
    from pg_class t join pg_attribute a on a.attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = ''
      and attidentity <> 'a'
    where t.relkind in ('r', 'p') and not t.relispartition and t.relnamespace = 'public'::regnamespace
    group by t.oid
  `.execute(db());
  expect(tables.length).toBeGreaterThan(30);
  await inTransaction(async (trx) => {
    await sql`set local search_path = ''`.execute(trx);
    for (const { name, same } of tables) {
      // pg_restore creates triggers after the rows, so they do not run.
      await sql`alter table ${sql.raw(`public.${name}`)} disable trigger user`.execute(trx);
      await sql`update ${sql.raw(`public.${name}`)} set ${sql.raw(same)}`.execute(trx);
    }
  });
  const { rows: after } = await found();
  expect(after).toEqual(before);
});

test("functions in columns, checks and indexes have their own search_path, or call none of the shop's functions", async () => {
  const { rows } = await sql<{ name: string; source: string; needs: boolean }>`
    select distinct p.oid::regprocedure::text as name, p.prosrc as source, p.proconfig is null and p.prosqlbody is null as needs
    from pg_depend d join pg_proc p on p.oid = d.refobjid
    where d.refclassid = 'pg_proc'::regclass and p.pronamespace = 'public'::regnamespace
      and d.classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass)
      and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
  `.execute(db());
  expect(rows.length).toBeGreaterThan(0);
  const { rows: ours } = await sql<{ name: string }>`
    select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace
  `.execute(db());
  const unsafe = rows
    .filter(({ needs }) => needs)
    .filter(({ source }) => ours.some(({ name }) => new RegExp(`(?<![\\w.])${name}\\(`).test(source)));
  expect(unsafe.map(({ name }) => name)).toEqual([]);
});
