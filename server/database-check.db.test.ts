import { afterAll, beforeAll, expect, test } from "vitest";
import { dropDatabase, newDatabase } from "#tests/support/database.ts";
import { checkDatabase, databaseFault } from "./database-check.ts";

// A database of its own: while this test was connected to the template, PostgreSQL could not copy it for other tests.
let url: URL;
beforeAll(async () => {
  url = await newDatabase("template0");
});
afterAll(() => dropDatabase(url));

// The PostgreSQL of the tests runs without syncing to disk.
test("the check refuses a database that can lose acknowledged writes", async () => {
  await expect(checkDatabase(url.href, true)).rejects.toThrow(
    "The database can lose what it has acknowledged: turn fsync, full_page_writes, synchronous_commit on.",
  );
});

test("the check accepts a database that can lose acknowledged writes when its data has no value", async () => {
  await expect(checkDatabase(url.href, false)).resolves.toBeUndefined();
});

test("the check refuses a PostgreSQL before 18, which has no uuidv7()", () => {
  const settings = new Map([
    ["server_version_num", "170011"],
    ["fsync", "on"],
    ["full_page_writes", "on"],
    ["synchronous_commit", "on"],
  ]);
  expect(databaseFault(settings, true)).toBe(
    "The database is PostgreSQL 17, and Second Serve needs 18 or newer.",
  );
  expect(databaseFault(new Map([...settings, ["server_version_num", "180004"]]), true)).toBeUndefined();
  expect(
    databaseFault(
      new Map([...settings, ["server_version_num", "180004"], ["synchronous_commit", "remote_apply"]]),
      true,
    ),
  ).toBeUndefined();
});
