import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { takeFlash } from "#app/platform/flash.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { action } from "#app/routes/accounts/auth.route.tsx";
import { action as sendCode } from "#app/routes/accounts/code.route.tsx";
import { action as reset, loader as resetPage } from "#app/routes/accounts/reset.route.tsx";
import {
  newestLink,
  newestMail,
  newPerson,
  PASSWORD,
  signInFields,
  signUpFields,
} from "#tests/support/accounts.ts";
import { accountNotices, captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { updateRows } from "#tests/support/rows.ts";
import { faults, Visitor } from "#tests/support/visitor.ts";
import { RESET_JOB } from "./commands.server.ts";

openDatabase(captureNotices);

const NEW = "a brand new password";

function forget(email: string) {
  return new Visitor().submit(action, "/auth?mode=forgot", { intent: "forgot", email });
}

/** The rows that a request would add for an email address with an account. */
async function storedRows() {
  const [mails, links] = await Promise.all([
    db().selectFrom("mails").select("id").execute(),
    db().selectFrom("verifications").select("id").execute(),
  ]);
  return { mails, links };
}

function choose(link: string, password = NEW, confirm = password) {
  const token = new URL(link, "http://shop.example").searchParams.get("token") ?? "";
  return new Visitor().submit(reset, link, { token, password, confirm });
}

function signIn(identifier: string, password: string) {
  return new Visitor().submit(action, "/auth", signInFields(identifier, password));
}

describe("a forgotten password", () => {
  test("is changed by the link of the mail, and the change ends every session [A7.14]", async () => {
    const anna = await newPerson("Anna");
    expect(await forget(" ANNA@example.com ")).toMatchObject({
      status: 200,
      data: { intent: "forgot", ok: true },
    });
    const link = await newestLink("anna@example.com");
    expect(await new Visitor().open(resetPage, link)).toMatchObject({ status: 200 });

    const visitor = new Visitor();
    const token = new URL(link, "http://shop.example").searchParams.get("token")!;
    const outcome = await visitor.submit(reset, link, { token, password: NEW, confirm: NEW });
    expect(outcome).toMatchObject({ status: 302, location: "/auth" });
    expect(takeFlash(visitor.request("/auth")).flash?.title).toBe("Password changed");
    expect(await newestMail("anna@example.com")).toMatchObject({ subject: "Your password was changed" });
    expect(await viewerOf(anna.request("/"))).toBeNull();
    expect((await newestMail("anna@example.com"))?.subject).toBe("Your password was changed");
    expect(await accountNotices("Anna")).toEqual(["password"]);
    expect((await signIn("Anna", PASSWORD)).status).toBe(422);
    expect((await signIn("Anna", NEW)).status).toBe(302);
  });

  test("is changed, and one-time codes for the email address and the phone number stop working", async () => {
    await newPerson("Codes");
    const phone = "+31612345678";
    const verified = { phone_number: phone, phone_number_verified: true };
    await updateRows("users", { name: "Codes" }, verified);
    const codes: [string, string][] = [];
    for (const to of ["codes@example.com", phone]) {
      await new Visitor().submit(sendCode, "/auth/code", { intent: "send", to });
      codes.push([to, (await newestMail(to))?.text.match(/\b\d{6}\b/)?.[0] ?? ""]);
    }
    await forget("codes@example.com");
    expect((await choose(await newestLink("codes@example.com"))).status).toBe(302);
    for (const [to, code] of codes) {
      expect(code).not.toBe("");
      expect(
        (await new Visitor().submit(sendCode, "/auth/code", { intent: "sign-in", to, code })).status,
      ).toBe(422);
    }
  });

  test("is changed by a link that works once and makes the other reset links invalid [V6.4.1 V14.2.1]", async () => {
    await newPerson("Bert");
    await forget("bert@example.com");
    const first = await newestLink("bert@example.com");
    await forget("bert@example.com");
    const second = await newestLink("bert@example.com");
    expect((await choose(second)).status).toBe(302);
    for (const link of [first, second]) {
      expect(await choose(link, "yet another password")).toMatchObject({
        status: 410,
        data: { reason: "link_dead" },
      });
      expect(await new Visitor().open(resetPage, link)).toMatchObject({ status: 410, data: { token: null } });
    }
    expect((await signIn("Bert", NEW)).status).toBe(302);
  });

  test("is changed by a link that works for an hour", async () => {
    await newPerson("Carla");
    await forget("carla@example.com");
    const link = await newestLink("carla@example.com");
    await updateRows("verifications", {}, { expires_at: sql<Date>`expires_at - interval '61 minutes'` });
    expect(await new Visitor().open(resetPage, link)).toMatchObject({ status: 410 });
    expect(await choose(link)).toMatchObject({ status: 410 });
    expect((await signIn("Carla", PASSWORD)).status).toBe(302);
  });

  test("causes the same work for an email address without an account: one job, and no other change", async () => {
    await newPerson("Dorian");
    const jobsOf = async (email: string) => {
      const before = await storedRows();
      await forget(email);
      const { rows } = await sql<{ data: { email: string } }>`
        select data from pgboss.job where name = ${RESET_JOB}
      `.execute(db());
      expect(await storedRows()).toEqual(before);
      return rows.map(({ data }) => data).filter((job) => job.email === email);
    };
    for (const email of ["dorian@example.com", "nobody@example.com"])
      expect(await jobsOf(email)).toEqual([{ email }]);
    expect(await newestMail("nobody@example.com")).toBeUndefined();
  });

  test("is changed by a link whose token is stored as a hash", async () => {
    await newPerson("Gina");
    await forget("gina@example.com");
    const link = await newestLink("gina@example.com");
    const token = new URL(link, "http://shop.example").searchParams.get("token") ?? "";
    const rows = await db().selectFrom("verifications").select("identifier").execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    for (const { identifier } of rows) {
      const stolen = `/auth/reset?token=${encodeURIComponent(identifier.split(":")[1] ?? "")}`;
      expect((await choose(stolen)).status).toBe(410);
    }
    expect((await choose(link)).status).toBe(302);
  });

  test("that is changed by the link of a mail verifies the email address as well", async () => {
    await new Visitor().submit(action, "/auth", signUpFields("Emil", "emil@example.com"));
    await forget("emil@example.com");
    await choose(await newestLink("emil@example.com"));
    expect((await signIn("Emil", NEW)).status).toBe(302);
  });

  test.each([
    ["short", "short", "password", "Password must be at least 8 characters."],
    ["long enough", "long enougg", "confirm", "Passwords do not match."],
  ])("has a link that still works after a refusal (%s and %s)", async (password, confirm, field, text) => {
    const name = `Fay${field}`;
    await newPerson(name);
    await forget(`${name.toLowerCase()}@example.com`);
    const link = await newestLink(`${name.toLowerCase()}@example.com`);
    expect(await choose(link, password, confirm)).toMatchObject(faults({ [field]: [text] }));
    expect((await choose(link)).status).toBe(302);
  });

  test.each([
    ["empty", ""],
    ["made up", "nonsense123"],
    ["a NUL", "\0"],
    ["much too long", "x".repeat(5000)],
    ["an injection", "' or 1=1 --"],
  ])("cannot be changed with a token that is %s", async (_, token) => {
    const link = `/auth/reset?token=${encodeURIComponent(token)}`;
    expect(await new Visitor().open(resetPage, link)).toMatchObject({ status: 410 });
    expect([422, 410]).toContain((await choose(link)).status);
  });
});
