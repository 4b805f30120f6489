import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withoutMigrations } from "#app/platform/migration-lock.server.ts";
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

test("new migrations are applied in order, and none twice", async () => {
  file("0001_first.sql", "create table one (id int); insert into one values (1);");
  expect(await migrate(url.href, folder)).toEqual(["0001_first.sql"]);
  file("0002_second.sql", "alter table one add name text;");
  file("0003_third.sql", "update one set name = 'three';");
  expect(await migrate(url.href, folder)).toEqual(["0002_second.sql", "0003_third.sql"]);
  expect(await migrate(url.href, folder)).toEqual([]);
  expect(await query("select * from one")).toEqual([{ id: 1, name: "three" }]);
});

test("several server processes that start at the same time apply every file once", async () => {
  const program = `
    const { migrate } = await import(process.env.MIGRATE);
    console.log(JSON.stringify(await migrate(process.env.DATABASE)));
  `;
  const migrating = () =>
    new Promise<string[]>((resolve, reject) => {
      const env = { MIGRATE: path.resolve(import.meta.dirname, "migrate.ts"), DATABASE: url.href };
      const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { env });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
      child.once("close", (code) => (code === 0 ? resolve(JSON.parse(output)) : reject(new Error(output))));
    });
  const applied = await Promise.all([migrating(), migrating(), migrating()]);
  const all = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  expect(applied.flat().sort()).toEqual(all);
  expect((await query(HISTORY)).map(({ name }) => name)).toEqual(all);
});

test("a file that fails is rolled back as a whole, and the files before it stay", async () => {
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

test("a file that was changed after it was applied is refused [V11.4.3]", async () => {
  file("0001_first.sql", "create table one (id int);");
  await migrate(url.href, folder);
  file("0001_first.sql", "create table one (id bigint);");
  await expect(migrate(url.href, folder)).rejects.toThrow(
    "db/migrations/0001_first.sql was changed after it was applied: put it back, and write a new file for the change.",
  );
});

test("a file whose line ends changed is not refused", async () => {
  file("0001_first.sql", "create table one (\n  id int\n);\n");
  await migrate(url.href, folder);
  file("0001_first.sql", "create table one (\r\n  id int\r\n);\r\n");
  expect(await migrate(url.href, folder)).toEqual([]);
});

test("a program with nothing to apply does not wait for a backup", async () => {
  file("0001_first.sql", "create table one (id int);");
  await migrate(url.href, folder);
  await withoutMigrations(url.href, async () => {
    expect(await migrate(url.href, folder)).toEqual([]);
  });
});

test("an older program starts on a newer database, to which files were only added", async () => {
  file("0001_first.sql", "select 1;");
  await migrate(url.href, folder);
  // As an older program made it.
  await query("alter table migrations drop column contracts");
  file("0002_second.sql", "create table two (id int);");
  await migrate(url.href, folder);
  rmSync(path.join(folder, "0002_second.sql"));
  expect(await migrate(url.href, folder)).toEqual([]);
  expect(await query(HISTORY)).toEqual([{ name: "0001_first.sql" }, { name: "0002_second.sql" }]);
});

test("an older program does not start on a database that no longer has what it uses", async () => {
  file("0001_first.sql", "create table one (id int);");
  file("0002_second.sql", "-- contracts: nothing reads `one` since 0001_first.sql\ndrop table one;");
  await migrate(url.href, folder);
  rmSync(path.join(folder, "0002_second.sql"));
  await expect(migrate(url.href, folder)).rejects.toThrow(
    "The database is newer than this program (it has 0002_second.sql): start the newer program instead.",
  );
});

test("a new file before an applied one is refused", async () => {
  file("0002_second.sql", "select 2;");
  await migrate(url.href, folder);
  file("0001_first.sql", "select 1;");
  await expect(migrate(url.href, folder)).rejects.toThrow(
    "db/migrations/0001_first.sql comes before 0002_second.sql, which is applied: give it a later number.",
  );
});
