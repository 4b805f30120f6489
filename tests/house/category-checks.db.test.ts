import { sql } from "kysely";
import { expect, test } from "vitest";
import { attributesConstraint } from "#app/domain/categories/derive/check.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { db } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";

openDatabase();

async function checkOf(table: string, plural: string): Promise<string | undefined> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table}::regclass and conname = ${`${plural}_attributes`}
  `.execute(db());
  return rows[0]?.definition;
}

test.each(CATEGORIES.map((definition) => [definition.plural, definition] as const))(
  "the database check of %s matches their definition",
  async (plural, definition) => {
    await sql`create table probe as select * from ${sql.table(plural)} where false`.execute(db());
    await sql.raw(`alter table probe add ${attributesConstraint(definition)}`).execute(db());
    const wanted = await checkOf("probe", plural);
    await sql`drop table probe`.execute(db());
    expect(wanted).toBeDefined();
    const fix = `The definition has changed: npm run db:category -- ${definition.type} writes the migration.`;
    expect(await checkOf(plural, plural), fix).toBe(wanted);
  },
);

test("the database function listing_search leaves out exactly the fields that a definition marks as unsearchable", async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('listing_search'::regproc) as definition
  `.execute(db());
  const excluded = /key not in \(([^)]*)\)/.exec(rows[0]?.definition ?? "")?.[1]?.match(/\w+/g) ?? [];
  const unsearchable = CATEGORIES.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) =>
      "unsearchable" in field && field.unsearchable ? [name] : [],
    ),
  );
  expect(excluded.toSorted()).toEqual(unsearchable.toSorted());
});
