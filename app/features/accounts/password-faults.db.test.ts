import { dictionary } from "@zxcvbn-ts/language-common";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { action as auth } from "#app/routes/accounts/auth.route.tsx";
import { action as reset } from "#app/routes/accounts/reset.route.tsx";
import { action as change } from "#app/routes/security/password.route.tsx";
import { newestLink, newPerson, PASSWORD, signUpFields } from "#tests/support/accounts.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { faultsIn, Visitor } from "#tests/support/visitor.ts";
import { passwordFault } from "./password-faults.server.ts";

const JAN = { username: "Jan-Smit", email: "j.devries@example.com" };

openDatabase(captureNotices);
beforeEach(async () => {
  for (const table of ["users", "mails", "rate_limits"] as const) await db().deleteFrom(table).execute();
});

describe("a password is refused", () => {
  test("when it is one of the 10,000 most common passwords of sufficient length [V6.2.4]", async () => {
    const common = dictionary["passwords-common"].map(String).filter((one) => one.length >= 8);
    expect(common.length).toBeGreaterThan(10_000);
    const accepted = [];
    for (const one of common.slice(0, 10_000)) if (!(await passwordFault(one, JAN))) accepted.push(one);
    expect(accepted).toEqual([]);
  });

  test.each([
    ["Password", "common"],
    ["PASSWORD1!", "common"],
    ["12345678!", "common"],
    ["abc12345!", "common"],
    ["P@ssw0rd", "common"],
    ["dragon123!", "common"],
    ["jansmit2026", "username"],
    ["Jan.Smit!", "username"],
    ["J_DeVries7", "email"],
    ["secondserve", "shop"],
    ["Second Serve!", "shop"],
    ["2nd-serve2026", "shop"],
    ["S3c0nd$erve", "shop"],
  ])("when it is %s (%s) [V6.1.2 V6.2.11]", async (password, fault) => {
    expect(await passwordFault(password, JAN)).toBe(fault);
  });

  test.each([
    PASSWORD,
    "jan smit has a drop shot",
    "my second serve never lands",
    "love847362519",
    "zwölf Bälle im Netz",
    "🎾🎾🎾🎾🎾🎾🎾🎾",
  ])("but not when it is %s", async (password) => {
    expect(await passwordFault(password, JAN)).toBeNull();
  });
});

const COMMON = ["iloveyou1", "This is one of the most common passwords. Please choose another one."] as const;
const GUESSES = [
  COMMON,
  ["Annika-2026", "This password is too similar to your username. Please choose another one."],
  ["Tennisfan1", "This password is too similar to your email address. Please choose another one."],
  ["2ndServe!", "This password is too similar to our name. Please choose another one."],
] as const;
const ANNIKA = ["Annika", "tennis.fan@example.com"] as const;

describe("the fault of a password is shown at its field", () => {
  test.each(GUESSES)("at sign-up: %s", async (password, text) => {
    const outcome = await new Visitor().submit(auth, "/auth", signUpFields(...ANNIKA, password));
    expect(outcome.status).toBe(422);
    expect(faultsIn(outcome)).toEqual({ password: [text] });
    expect(await db().selectFrom("users").select("id").execute()).toEqual([]);
  });

  test("when it is set by a reset link, which stays valid", async () => {
    const [guess, text] = COMMON;
    await newPerson(...ANNIKA);
    await new Visitor().submit(auth, "/auth", { intent: "forgot", email: ANNIKA[1] });
    const link = await newestLink(ANNIKA[1]);
    const token = new URL(link, "http://shop.example").searchParams.get("token") ?? "";
    const choose = (password: string) =>
      new Visitor().submit(reset, link, { token, password, confirm: password });
    expect(faultsIn(await choose(guess))).toEqual({ password: [text] });
    expect((await choose("a brand new password")).status).toBe(302);
  });

  test("when it replaces the current password", async () => {
    const [password, text] = COMMON;
    const annika = await newPerson(...ANNIKA);
    const fields = { current: PASSWORD, password, confirm: password };
    const outcome = await annika.submit(change, "/profile/security/password", fields);
    expect(outcome.status).toBe(422);
    expect(faultsIn(outcome)).toEqual({ password: [text] });
  });

  test("when it is the first password of an account", async () => {
    const { visitor } = await person("none");
    const [password, text] = COMMON;
    const fields = { password, confirm: password };
    const outcome = await visitor.submit(change, "/profile/security/password", fields);
    expect(faultsIn(outcome)).toEqual({ password: [text] });
  });
});
