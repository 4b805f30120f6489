import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dropDatabase, newDatabase } from "#tests/support/database.ts";
import { MIGRATIONS, migrate } from "./migrate.ts";

let url: URL;
let folder: string;

beforeEach(async () => {
  url = await newDatabase("template0");
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-migrations-"));
});

afterEach(async () => {
  await dropDatabase(url);
  rmSync(folder, { recursive: true });
});

function file(name: string, sql: string): void {
  writeFileSync(path.join(folder, name), sql);
}

async function query(statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const HISTORY = "select name from migrations order by name";

test("applies what is new, in order, and nothing twice", async () => {
  file("0001_first.sql", "create table one (id int); insert into one values (1);");
  expect(await migrate(url.href, folder)).toEqual(["0001_first.sql"]);
  file("0002_second.sql", "alter table one add name text;");
  file("0003_third.sql", "update one set name = 'three';");
  expect(await migrate(url.href, folder)).toEqual(["0002_second.sql", "0003_third.sql"]);
  expect(await migrate(url.href, folder)).toEqual([]);
  expect(await query("select * from one")).toEqual([{ id: 1, name: "three" }]);
});

test("servers that start at once, each its own process, apply every file once", async () => {
  const program = `
    const { migrate } = await import(process.env.MIGRATE);
    console.log(JSON.stringify(await migrate(process.env.DATABASE)));
  `;
  const migrating = () =>
    new Promise<string[]>((resolve, reject) => {
      const env = { MIGRATE: path.resolve(import.meta.dirname, "migrate.ts"), DATABASE: url.href };
      const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { env });
      let said = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (said += part));
      child.once("close", (code) => (code === 0 ? resolve(JSON.parse(said)) : reject(new Error(said))));
    });
  const applied = await Promise.all([migrating(), migrating(), migrating()]);
  const all = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  expect(applied.flat().sort()).toEqual(all);
  expect((await query(HISTORY)).map(({ name }) => name)).toEqual(all);
});

test("a file that fails is undone whole, and what came before it stays", async () => {
  file("0001_good.sql", "create table good (id int);");
  file("0002_bad.sql", "create table half (id int); insert into half values ('x');");
  await expect(migrate(url.href, folder)).rejects.toThrow(
    /^db\/migrations\/0002_bad\.sql failed and was undone: invalid input syntax for type integer: "x"\.$/,
  );
  expect(await query(HISTORY)).toEqual([{ name: "0001_good.sql" }]);
  expect(await query("select to_regclass('half') as half, to_regclass('good')::text as good")).toEqual([
    { half: null, good: "good" },
  ]);
});

test("a file that was changed after it was applied is refused", async () => {
  file("0001_first.sql", "create table one (id int);");
  await migrate(url.href, folder);
  file("0001_first.sql", "create table one (id bigint);");
  await expect(migrate(url.href, folder)).rejects.toThrow(
    "db/migrations/0001_first.sql was changed after it was applied: put it back, and write a new file for the change.",
  );
});

test("line ends of another system are no change", async () => {
  file("0001_first.sql", "create table one (\n  id int\n);\n");
  await migrate(url.href, folder);
  file("0001_first.sql", "create table one (\r\n  id int\r\n);\r\n");
  expect(await migrate(url.href, folder)).toEqual([]);
});

test("an older program does not start on a newer database", async () => {
  file("0001_first.sql", "select 1;");
  file("0002_second.sql", "select 2;");
  await migrate(url.href, folder);
  rmSync(path.join(folder, "0002_second.sql"));
  await expect(migrate(url.href, folder)).rejects.toThrow(
    "The database is newer than this program (it has 0002_second.sql): start the newer program instead.",
  );
});

test("a new file does not slip in before one that is applied", async () => {
  file("0002_second.sql", "select 2;");
  await migrate(url.href, folder);
  file("0001_first.sql", "select 1;");
  await expect(migrate(url.href, folder)).rejects.toThrow(
    "db/migrations/0001_first.sql comes before 0002_second.sql, which is applied: give it a later number.",
  );
});

/** Brings the database to what there was before this number; answers how the rest comes. */
async function stoppedBefore(number: string): Promise<() => Promise<void>> {
  const all = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const put = (names: string[]) => {
    for (const name of names) file(name, readFileSync(path.join(MIGRATIONS, name), "utf8"));
  };
  const [before, later] = [all.filter((name) => name < number), all.filter((name) => name >= number)];
  put(before);
  expect(await migrate(url.href, folder)).toEqual(before);
  return async () => {
    put(later);
    expect(await migrate(url.href, folder)).toEqual(later);
  };
}

test("who switched mails off before there were more kinds gets none of them afterwards", async () => {
  const goOn = await stoppedBefore("0025");
  await query(`
    with people as (
      insert into users (name, email) values ('off', 'a@example.com'), ('on', 'b@example.com') returning *
    ),
    named as (insert into profiles (id, username, email) select id, name, email from people)
    insert into mails_off (user_id, kind) select id, 'new-device' from people where name = 'off'
  `);
  await goOn();
  expect(
    await query(
      "select username, kind, in_app, mail from notification_choices join profiles on id = user_id",
    ),
  ).toEqual([{ username: "off", kind: "account", in_app: true, mail: "off" }]);
});

test("people whose names differ by separators alone keep theirs, and nobody new gets another such", async () => {
  const goOn = await stoppedBefore("0040");
  await query(`
    with people as (
      insert into users (name, email, created_at) values
        ('jan.smit', 'a@example.com', now() - interval '2 days'), ('jansmit', 'b@example.com', now()),
        ('lo', 'c@example.com', now()), ('al', 'd@example.com', now())
      returning *
    )
    insert into profiles (id, username, email, created_at) select id, name, email, created_at from people
  `);
  await query(`
    insert into former_usernames (skeleton, user_id, left_at)
    select 'ann.li', id, now() - interval '1 day' from profiles where username = 'lo'
    union all select 'ann_li', id, now() from profiles where username = 'al'
  `);
  await goOn();
  expect(
    await query("select username, username_skeleton from profiles order by created_at, username desc"),
  ).toEqual([
    { username: "jan.smit", username_skeleton: "jansmit" },
    { username: "lo", username_skeleton: "lo" },
    { username: "jansmit", username_skeleton: null },
    { username: "al", username_skeleton: "al" },
  ]);
  for (const name of ["jan_smit", "JanSmit", "jan.smit."])
    expect(await query(`select username_is_free('${name}', null) as free`)).toEqual([{ free: false }]);
  expect(
    await query("select skeleton, username from former_usernames join profiles on id = user_id"),
  ).toEqual([{ skeleton: "annli", username: "al" }]);
  await query("update profiles set username = 'Steffi' where username = 'jansmit'");
});

test("a listing that could not be answered is answered by chat", async () => {
  const goOn = await stoppedBefore("0043");
  await query(`
    with seller as (insert into users (name, email) values ('seller', 'a@example.com') returning id),
    named as (insert into profiles (id, username, email) select id, 'seller', 'a@example.com' from seller)
    insert into listings (type, user_id, name, brand, description, price_cents, attributes)
    select 'racket', id, ways::text, 'Wilson', '', 100,
      jsonb_build_object('category', 'senior', 'condition', 'Good', 'transaction_options', ways)
    from seller, unnest(array['[]', '["bid"]', '["direct_checkout", "bid"]', '["chat", "bid"]']::jsonb[]) ways
  `);
  await goOn();
  const rows = await query(
    "select name as was, attributes ->> 'transaction_options' as ways from listings order by name collate \"C\"",
  );
  expect(rows).toEqual([
    { was: '["bid"]', ways: '["chat", "bid"]' },
    { was: '["chat", "bid"]', ways: '["chat", "bid"]' },
    { was: '["direct_checkout", "bid"]', ways: '["direct_checkout", "chat", "bid"]' },
    { was: "[]", ways: '["chat"]' },
  ]);
});

test("people from before names were compared and ways in were added keep theirs", async () => {
  const goOn = await stoppedBefore("0015");
  await query(`
    with people as (
      insert into users (name, email) values ('wilson', 'a@example.com'), ('wi1son', 'b@example.com') returning *
    ),
    named as (insert into profiles (id, username, email) select id, name, email from people),
    signed as (
      insert into sessions (token, user_id, expires_at) select name, id, now() + interval '1 day' from people
    )
    insert into verifications (identifier, value, expires_at)
    select 'reset-password:' || name, id::text, now() + interval '1 hour' from people
  `);
  await goOn();

  // Two who looked alike already keep their names; one of them stands for both.
  expect(await query("select username, username_skeleton from profiles order by created_at, id")).toEqual([
    { username: "wilson", username_skeleton: "wilson" },
    { username: "wi1son", username_skeleton: null },
  ]);
  expect(await query("select username_is_free('Wilson', null) as free")).toEqual([{ free: false }]);
  expect(await query("select count(confirmed_at)::int as sessions from sessions")).toEqual([{ sessions: 2 }]);
  expect(await query("select count(*)::int as links from verifications")).toEqual([{ links: 2 }]);
  // Somebody whose name stands for no other may leave it, and be found by it.
  await query("update profiles set username = 'Steffi' where username = 'wi1son'");
  await query("update profiles set username = 'Boris' where username = 'wilson'");
  expect(await query("select skeleton from former_usernames")).toEqual([{ skeleton: "wilson" }]);
});
