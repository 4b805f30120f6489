import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { onSignIn } from "#app/platform/auth-devices.server.ts";
import { db } from "#app/platform/db.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { action as auth } from "#app/routes/accounts/auth.route.tsx";
import { action as challenge } from "#app/routes/accounts/two-factor.route.tsx";
import { action as changePassword } from "#app/routes/security/password.route.tsx";
import { newestMail, newPerson, PASSWORD, signInFields } from "#tests/support/accounts.ts";
import { accountNotices, captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { newEnrolled } from "#tests/support/second-factor.ts";
import { signInWith, testProviders } from "#tests/support/social-sign-in.ts";
import { totp } from "#tests/support/totp.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { deleteExpiredDevices, recordSignIn } from "./devices.server.ts";
import { setMailPreference } from "./mail-preferences.server.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const [HOME, AWAY] = ["192.0.2.7", "198.51.100.9"];
const COOKIE = "second-serve.device";

let anna: Visitor;
let id: string;

openDatabase(async (url) => {
  await captureNotices(url);
  onSignIn(recordSignIn);
});
afterAll(() => onSignIn(undefined));
beforeEach(async () => {
  for (const table of ["users", "mails", "rate_limits"] as const) await db().deleteFrom(table).execute();
  anna = await newPerson("Anna");
  id = (await viewerOf(anna.request("/")))?.id ?? "";
});

function browser(agent: string, address: string, cookies?: Visitor): Visitor {
  const device = cookies?.cookies.get(COOKIE);
  const visitor = Object.assign(new Visitor(), { agent, address });
  if (device) visitor.cookies.set(COOKIE, device);
  return visitor;
}

async function signIn(visitor: Visitor, username = "Anna", password = PASSWORD): Promise<Visitor> {
  await visitor.submit(auth, "/auth", signInFields(username, password));
  return visitor;
}

async function deviceMails(recipient = "anna@example.com") {
  const mails = await db()
    .selectFrom("mails")
    .select(["text", "html", "unsubscribe"])
    .where("recipient", "=", recipient)
    .where("unsubscribe", "is not", null)
    .execute();
  return mails;
}

describe("with a second factor", () => {
  test("a password alone signs nobody in and sends no mail; the code then signs the person in and sends one mail", async () => {
    const { uri } = await newEnrolled("Clara");
    const phone = browser(SAFARI, AWAY);
    const answer = await phone.submit(auth, "/auth", signInFields("Clara"));
    expect(answer.location).toBe("/auth/two-factor");
    expect(phone.cookies.has(COOKIE)).toBe(false);
    expect(await deviceMails("clara@example.com")).toEqual([]);
    // The code of the current half minute was already used to enable the second factor.
    const signedIn = await phone.submit(challenge, "/auth/two-factor", { code: totp(uri, 1) });
    expect(signedIn).toMatchObject({ status: 302, location: "/" });
    expect(phone.cookies.has(COOKIE)).toBe(true);
    expect(await deviceMails("clara@example.com")).toHaveLength(1);
  });
});

test("a sign-in with a provider sets the device cookie, and sends a mail only from a new browser", async () => {
  const { people } = await testProviders();
  people.set("dora", { email: "dora@example.com", email_verified: true, name: "Dora" });
  const first = await signInWith("google", { login: "dora" }, browser(FIREFOX, HOME));
  expect(first.visitor.cookies.has(COOKIE)).toBe(true);
  expect(await deviceMails("dora@example.com")).toEqual([]);
  await signInWith("google", { login: "dora" }, browser(FIREFOX, AWAY, first.visitor));
  expect(await deviceMails("dora@example.com")).toEqual([]);
  await signInWith("google", { login: "dora" }, browser(SAFARI, AWAY));
  expect(await deviceMails("dora@example.com")).toHaveLength(1);
});

describe("a sign-in", () => {
  test("that is the account's first sends no mail, and sets the device cookie", async () => {
    expect(anna.cookies.has(COOKIE)).toBe(true);
    expect(await deviceMails()).toEqual([]);
    expect(await accountNotices("Anna")).toEqual([]);
    const known = await db().selectFrom("known_devices").selectAll().where("user_id", "=", id).execute();
    expect(known).toHaveLength(1);
    // The database has only hashes of cookies, browsers and networks.
    const [cookie = ""] = decodeURIComponent(anna.cookies.get(COOKIE) ?? "").split(".");
    expect(JSON.stringify(known)).not.toContain(cookie);
    expect(JSON.stringify(known)).not.toContain("203.0.113");
  });

  test("from a browser with the account's device cookie sends no mail, from any network", async () => {
    await signIn(browser(SAFARI, AWAY, anna));
    expect(await deviceMails()).toEqual([]);
  });

  test("from a new browser sends one mail, and the next sign-in from that browser none [V16.3.1]", async () => {
    const phone = await signIn(browser(SAFARI, AWAY));
    const [mail] = await deviceMails();
    expect(mail?.text).toContain("Safari on iOS");
    expect(mail?.text).toContain("198.51.100.…");
    expect(mail?.text + mail!.html).not.toContain(AWAY);
    await signIn(browser(FIREFOX, HOME, phone));
    expect(await deviceMails()).toHaveLength(1);
  });

  test("without a device cookie sends no mail if the same kind of browser was used before in the same network", async () => {
    await signIn(browser(FIREFOX, HOME));
    expect(await deviceMails()).toHaveLength(1);
    await signIn(browser(FIREFOX, HOME));
    await signIn(browser(FIREFOX.replaceAll("140", "141"), "192.0.2.200"));
    expect(await deviceMails()).toHaveLength(1);
    await signIn(browser(SAFARI, HOME));
    expect(await deviceMails()).toHaveLength(2);
    await signIn(browser(FIREFOX, AWAY));
    expect(await deviceMails()).toHaveLength(3);
  });

  test("from a browser without a user agent is recognised only by its cookie", async () => {
    const quiet = await signIn(browser("", HOME));
    await signIn(browser("", HOME));
    expect(await deviceMails()).toHaveLength(2);
    await signIn(browser("", HOME, quiet));
    expect(await deviceMails()).toHaveLength(2);
  });

  test("that happens several times simultaneously in a new browser sends one mail", async () => {
    await Promise.all([1, 2, 3].map(() => signIn(browser(SAFARI, AWAY))));
    expect(await deviceMails()).toHaveLength(1);
    expect(await accountNotices("Anna")).toEqual(["new-device"]);
  });

  test("from a browser that only another account has used sends a mail", async () => {
    const bert = await newPerson("Bert");
    await signIn(browser(FIREFOX, HOME, bert));
    expect(await deviceMails()).toHaveLength(1);
    expect(await deviceMails("bert@example.com")).toEqual([]);
    await signIn(browser(FIREFOX, AWAY, bert), "Bert");
    expect(await deviceMails("bert@example.com")).toEqual([]);
  });

  test("with a forged or damaged device cookie counts as one from a new browser", async () => {
    const [token = ""] = decodeURIComponent(anna.cookies.get(COOKIE) ?? "").split(".");
    for (const cookie of [`${token}.${"A".repeat(43)}%3D`, token, "", "%00", "%E0%A4%A"]) {
      await db().deleteFrom("mails").execute();
      const visitor = browser(SAFARI, `10.${cookie.length}.0.1`);
      visitor.cookies.set(COOKIE, cookie);
      await signIn(visitor);
      expect(await viewerOf(visitor.request("/")), cookie).toMatchObject({ username: "Anna" });
      expect(await deviceMails(), cookie).toHaveLength(1);
    }
  });

  test("that fails sends no mail, and records no device", async () => {
    const stranger = await signIn(browser(SAFARI, AWAY), "Anna", "a wrong password");
    expect(stranger.cookies.has(COOKIE)).toBe(false);
    expect(await deviceMails()).toEqual([]);
    await signIn(browser(SAFARI, AWAY));
    expect(await deviceMails()).toHaveLength(1);
  });

  test("sends no mail to a person who switched these mails off, until they switch them on", async () => {
    await setMailPreference({ userId: id, topic: "account" }, false);
    await signIn(browser(SAFARI, AWAY));
    expect(await deviceMails()).toEqual([]);
    expect(await accountNotices("Anna")).toEqual(["new-device"]);
    await setMailPreference({ userId: id, topic: "account" }, true);
    await signIn(browser(FIREFOX, HOME));
    expect(await deviceMails()).toHaveLength(1);
  });
});

test("changing the password replaces the session, and sends no mail about a new browser", async () => {
  anna.cookies.delete(COOKIE);
  Object.assign(anna, { agent: SAFARI, address: AWAY });
  const fields = { current: PASSWORD, password: "a brand new password", confirm: "a brand new password" };
  expect(await anna.submit(changePassword, "/profile/security/password", fields)).toMatchObject({
    status: 302,
  });
  expect(await newestMail("anna@example.com")).toMatchObject({ subject: "Your password was changed" });
  expect(await deviceMails()).toEqual([]);
  expect(await accountNotices("Anna")).toEqual(["password"]);
});

test("known devices expire together with their cookie, except the last one of an account", async () => {
  await signIn(browser(SAFARI, AWAY));
  await signIn(browser(FIREFOX, HOME));
  await sql`update known_devices set last_used_at = last_used_at - interval '401 days'`.execute(db());
  await deleteExpiredDevices();
  expect(await db().selectFrom("known_devices").select("device").execute()).toHaveLength(1);
  await signIn(browser(SAFARI, AWAY));
  expect(await deviceMails()).toHaveLength(3);
});
