import { describe, expect, test, vi } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { withoutTable } from "#tests/support/rows.ts";
import { closeDb, db, inTransaction } from "./db.server.ts";
import {
  clientAddress,
  limit,
  limitInTransaction,
  refundUse,
  resetLimit,
  secondsToWait,
} from "./rate-limit.server.ts";
import { orRefused } from "./refused.server.ts";

openDatabase();

async function use(times: number, key: string): Promise<(number | null)[]> {
  const answers: (number | null)[] = [];
  for (let time = 0; time < times; time++) answers.push(await secondsToWait("sign_in_account", key));
  return answers;
}

describe("a rate limit", () => {
  test("allows its number of uses, and then says how long to wait [V2.1.3 V2.3.2 V2.4.1 V6.1.1]", async () => {
    const answers = await use(11, "a");
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(null));
    expect(answers[10]).toBeGreaterThan(0);
    expect(answers[10]).toBeLessThanOrEqual(900);
  });

  test("counts each key and each name separately", async () => {
    await use(11, "b");
    expect(await secondsToWait("sign_in_account", "c")).toBeNull();
    expect(await secondsToWait("sign_in_client", "b")).toBeNull();
  });

  test("counts concurrent uses", async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => secondsToWait("sign_in_account", "d")),
    );
    expect(answers.filter((answer) => answer === null)).toHaveLength(10);
  });

  test("refuses with 429, Retry-After and a sentence", async () => {
    await use(10, "e");
    const refused = await orRefused(limit("sign_in_account", "e"));
    expect(refused).toMatchObject({ reason: "too_often", status: 429 });
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused?.message).toMatch(/^Too many attempts\. Please try again in \d+ minutes\.$/);
  });

  test("gives back one use, or all", async () => {
    await use(10, "f");
    await refundUse("sign_in_account", "f");
    expect((await use(2, "f")).map((answer) => answer === null)).toEqual([true, false]);
    await resetLimit("sign_in_account", "f");
    expect(await secondsToWait("sign_in_account", "f")).toBeNull();
  });

  test("counts uses in a transaction too, unless it is rolled back", async () => {
    const limitOnce = (isUndone = false) =>
      inTransaction(async (trx) => {
        await limitInTransaction(trx, "sign_in_account", "g");
        if (isUndone) throw new Error("undone");
      });
    await expect(limitOnce(true)).rejects.toThrow("undone");
    await use(9, "g");
    await limitOnce();
    expect(await orRefused(limitOnce())).toMatchObject({ reason: "too_often", status: 429 });
    expect(await secondsToWait("sign_in_account", "g")).toBeGreaterThan(0);
  });

  test("starts no timer in a transaction", async () => {
    // The pool starts a timer too, when the connection is released.
    const timers = await inTransaction(async (trx) => {
      const spy = vi.spyOn(globalThis, "setTimeout");
      await limitInTransaction(trx, "sign_in_account", "h");
      const byTheLibrary = spy.mock.calls.filter(([, ms]) => ms === 300_000);
      spy.mockRestore();
      return byTheLibrary;
    });
    expect(timers).toEqual([]);
  });

  test("is stored in the database without personal data", async () => {
    await use(11, "secret@example.com");
    await closeDb();
    expect(await secondsToWait("sign_in_account", "secret@example.com")).toBeGreaterThan(0);
    const rows = await db().selectFrom("rate_limits").select("key").execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain("secret@example.com");
  });

  test("allows nothing that it cannot count [V16.5.3]", async () => {
    await withoutTable("rate_limits", async () => {
      await expect(limit("sign_in_account", "i")).rejects.toThrow("rate_limits");
    });
    await expect(limit("sign_in_account", "i")).resolves.toBeUndefined();
  });

  test("accepts any key", async () => {
    expect(await secondsToWait("sign_in_account", `\0${"x".repeat(100_000)}`)).toBeNull();
  });
});

describe("the IP address of a visitor", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["", "unknown"],
  ])("%j counts as %j", (header, key) => {
    const request = new Request("http://shop.example/", { headers: header ? { "x-client-ip": header } : {} });
    expect(clientAddress(request)).toBe(key);
  });
});
