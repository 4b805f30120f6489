import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { StaffMember } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { requireStaff } from "#app/platform/session.server.ts";
import { makeOperator } from "#server/operator-role.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, staffPerson } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { grantRole, removeRole } from "./commands.server.ts";

let boss: Person;
let operator: StaffMember;

const database = openDatabase(async () => {
  boss = await staffPerson("operator");
  operator = { ...boss.viewer, role: "operator" };
});

const roleOf = async ({ visitor }: Person) =>
  (await requireStaff(visitor.request("/"), "moderator").catch(() => null))?.role ?? null;

const entriesAbout = (id: string) =>
  db()
    .selectFrom("staff_log")
    .select(["actor_id", "action", "facts"])
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();

async function withFactor({ viewer }: Person, on = true): Promise<void> {
  await updateRows("users", { id: viewer.id }, { two_factor_enabled: on });
}

describe("a role", () => {
  test("is granted by username or e-mail address, changed and removed; each change is logged once", async () => {
    const helper = await person("helper");
    await withFactor(helper);
    await grantRole(operator, { identifier: helper.viewer.username.toUpperCase(), role: "moderator" });
    await grantRole(operator, { identifier: helper.viewer.email, role: "moderator" });
    expect(await roleOf(helper)).toBe("moderator");
    await grantRole(operator, { identifier: helper.viewer.email, role: "operator" });
    expect(await roleOf(helper)).toBe("operator");
    for (let twice = 0; twice < 2; twice += 1) await removeRole(operator, helper.viewer.username);
    expect(await roleOf(helper)).toBeNull();
    const actor_id = boss.viewer.id;
    expect(await entriesAbout(helper.viewer.id)).toEqual([
      { actor_id, action: "role_granted", facts: { role: "moderator" } },
      { actor_id, action: "role_granted", facts: { role: "operator" } },
      { actor_id, action: "role_taken", facts: { role: "operator" } },
    ]);
  });

  test("is valid only while the second factor is on", async () => {
    const careless = await staffPerson("moderator");
    expect(await roleOf(careless)).toBe("moderator");
    await withFactor(careless, false);
    expect(await roleOf(careless)).toBeNull();
  });

  test("of a moderator gives no access to the operator's pages", async () => {
    const { visitor } = await staffPerson("moderator");
    await expect(requireStaff(visitor.request("/"), "operator")).rejects.toMatchObject({ status: 404 });
  });

  test("is not granted to unknown or unverified people, nor to oneself", async () => {
    const unverified = await person("unverified");
    await updateRows("users", { id: unverified.viewer.id }, { email_verified: false });
    for (const identifier of ["nobody@example.com", "no body", unverified.viewer.email])
      await expect(grantRole(operator, { identifier, role: "moderator" })).rejects.toMatchObject({
        reason: "staff_unknown",
      });
    await expect(grantRole(operator, { identifier: boss.viewer.email, role: "moderator" })).rejects.toThrow(
      Refused,
    );
    await expect(removeRole(operator, boss.viewer.username)).rejects.toMatchObject({ reason: "staff_own" });
  });
});

describe("the first operator", () => {
  test("is made by a command, which logs this once", async () => {
    const first = await person("first");
    const { username, email, id } = first.viewer;
    expect(await makeOperator(database.url, email.toUpperCase())).toEqual({ username, secondFactor: false });
    expect(await roleOf(first)).toBeNull();
    await withFactor(first);
    expect(await makeOperator(database.url, email)).toEqual({ username, secondFactor: true });
    expect(await roleOf(first)).toBe("operator");
    expect(await entriesAbout(id)).toEqual([
      { actor_id: null, action: "role_granted", facts: { role: "operator" } },
    ]);
  });

  test("needs a verified account", async () => {
    await expect(makeOperator(database.url, "nobody@example.com")).rejects.toThrow(/No verified account/);
  });
});

test("the database refuses to change or delete entries of the log of staff", async () => {
  const unchanged = await entriesAbout(boss.viewer.id);
  for (const change of [
    sql`update staff_log set action = 'x'`,
    sql`delete from staff_log`,
    sql`truncate staff_log`,
  ])
    await expect(change.execute(db())).rejects.toThrow("the log of staff is only appended to");
  expect(await entriesAbout(boss.viewer.id)).toEqual(unchanged);
});
