import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dropDatabase, newDatabase } from "#tests/support/database.ts";
import { databaseProxy } from "#tests/support/silent-proxy.ts";
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

describe("a database that cannot be reached", () => {
  const said: string[] = [];
  const forAtMost = (milliseconds: number) => ({ milliseconds, say: (line: string) => said.push(line) });
  beforeEach(() => said.splice(0));

  test("is waited for, and the start says so once", async () => {
    const proxy = await databaseProxy(url.href);
    await proxy.disconnect();
    const checked = checkDatabase(proxy.url, false, forAtMost(60_000));
    await expect.poll(() => said).toHaveLength(1);
    await proxy.reconnect();
    await checked;
    expect(said).toEqual([
      expect.stringMatching(/^Waiting up to 60 s for the database of DATABASE_URL \(.*ECONNREFUSED.*\)\.$/),
    ]);
    await proxy.close();
  });

  test("is not waited for any longer than it may be, nor for what time does not mend", async () => {
    const nowhere = "postgresql://shop:secret@127.0.0.1:9/shop";
    const refusal = /^The database of DATABASE_URL cannot be reached: .*ECONNREFUSED/;
    await expect(checkDatabase(nowhere, false, forAtMost(600))).rejects.toThrow(refusal);
    await expect(checkDatabase(nowhere, false)).rejects.toThrow(refusal);
    const missing = new URL(url);
    missing.pathname = "/nobody_made_it";
    await expect(checkDatabase(missing.href, false, forAtMost(60_000))).rejects.toThrow("nobody_made_it");
    expect(said).toHaveLength(1);
  });
});
