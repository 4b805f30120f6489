import { expect, inject, test } from "vitest";
import type {} from "#tests/support/global-setup.ts";
import { checkDatabase, databaseFault } from "./database-check.ts";

// The tests' own PostgreSQL does without its sync to disk, as no shop may.
test("refuses a database that can lose what it has acknowledged", async () => {
  await expect(checkDatabase(inject("templateUrl"), true)).rejects.toThrow(
    "The database can lose what it has acknowledged: turn fsync, full_page_writes, synchronous_commit on.",
  );
});

test("accepts it where nothing of worth is kept", async () => {
  await expect(checkDatabase(inject("templateUrl"), false)).resolves.toBeUndefined();
});

test("refuses a PostgreSQL without uuidv7()", () => {
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
