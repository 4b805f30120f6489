// docs/triggers.md lists every trigger of the database, with its purpose.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { read } from "./source.ts";

openDatabase();

const LIST = "docs/triggers.md";

/** Each line of the page as "user_reviews_notify: after insert or delete or update, each statement". */
function listed(): string[] {
  return [...read(LIST).matchAll(/^- `([a-z_]+)` \(([^)]+)\): .+$/gm)].map(
    ([, name, when]) => `${name}: ${when}`,
  );
}

/** Each trigger of the database: its text in the same format, its name, its table, and the function that it calls. */
async function found(): Promise<{ trigger: string; name: string; table: string; called: string }[]> {
  const { rows } = await sql<{ name: string; table: string; called: string; definition: string }>`
    select tgname as name, tgrelid::regclass::text as table, tgfoid::regproc::text as called,
      pg_get_triggerdef(pg_trigger.oid) as definition
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and tgparentid = 0 and relnamespace = 'public'::regnamespace
  `.execute(db());
  return rows.map(({ name, table, called, definition }) => {
    const [, when] = / (BEFORE .+?|AFTER .+?) ON /.exec(definition) ?? [];
    const each = definition.includes("FOR EACH ROW") ? "each row" : "each statement";
    return { trigger: `${name}: ${when?.toLowerCase()}, ${each}`, name, table, called };
  });
}

test("docs/triggers.md lists every trigger, and no others", async () => {
  const triggers = (await found()).map(({ trigger }) => trigger);
  expect(triggers.length).toBeGreaterThan(0);
  expect(listed().sort()).toEqual(triggers.sort());
});

test("the name of a trigger begins with the names of its table and its function", async () => {
  const misnamed = (await found()).filter(
    ({ name, table, called }) => !name.startsWith(`${table}_`) || !name.startsWith(called),
  );
  expect(misnamed).toEqual([]);
});
