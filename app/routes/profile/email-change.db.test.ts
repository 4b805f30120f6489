import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { CHANNEL } from "#app/platform/event-hub.server.ts";
import { listen } from "#app/platform/listen.server.ts";
import { newestLink, newestMail, pressVerify } from "#tests/support/accounts.ts";
import { accountNotices, captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRows, insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { type Fields, faults, Visitor } from "#tests/support/visitor.ts";
import { loader as verify } from "../accounts/verify.route.tsx";
import { action, loader } from "./email.route.tsx";
import { action as follow, loader as openLink } from "./email-link.route.tsx";
import { loader as profile } from "./profile.route.tsx";

openDatabase(captureNotices);

const submitEmail = (who: Visitor, fields: Fields) => who.submit(action, "/profile/email", fields);
const requestEmail = (who: Visitor, email: string) => submitEmail(who, { intent: "send", email });

const tokenIn = (link: string) => new URL(link, "http://x").searchParams.get("token") ?? "";
const press = (who: Visitor, token: string) => who.submit(follow, "/profile/email/link", { token });
const open = (who: Visitor, link: string) => who.open(openLink, link);

async function addressOf(of: Person) {
  return db()
    .selectFrom("users")
    .innerJoin("profiles", "profiles.id", "users.id")
    .select(["users.email", "users.email_verified", "profiles.email as shown"])
    .where("users.id", "=", of.viewer.id)
    .executeTakeFirstOrThrow();
}

async function mailsTo(recipient: string): Promise<number> {
  const { count } = await db()
    .selectFrom("mails")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("recipient", "=", recipient)
    .executeTakeFirstOrThrow();
  return count;
}

async function approved(of: Person, to: string): Promise<string> {
  await requestEmail(of.visitor, to);
  await press(of.visitor, tokenIn(await newestLink(of.viewer.email)));
  return newestLink(to);
}

describe("a change of email address", () => {
  test("is confirmed at the old address, then at the new one, and only then made [A7.16]", async () => {
    const anna = await person("anna");
    const old = anna.viewer.email;
    const to = "anna.new@example.com";
    expect(await requestEmail(anna.visitor, " Anna.New@Example.com ")).toMatchObject({
      location: "/profile/email",
    });
    expect(await anna.visitor.open(loader, "/profile/email")).toMatchObject({
      data: { email: old, pending: { from: old, to, at: "old" } },
    });
    expect(await mailsTo(to)).toBe(0);

    const first = await newestLink(old);
    expect(await open(anna.visitor, first)).toMatchObject({
      status: 200,
      data: { link: { step: "old", from: old, to } },
    });
    // Opening the link, as mail programs do, changes nothing.
    expect(await mailsTo(to)).toBe(0);
    expect(await press(anna.visitor, tokenIn(first))).toMatchObject({ location: "/profile" });
    expect(await addressOf(anna)).toEqual({ email: old, email_verified: true, shown: old });
    expect(await anna.visitor.open(profile, "/profile")).toMatchObject({
      data: { profile: { pending: { at: "new", to } } },
    });

    const second = await newestLink(to);
    expect(await open(anna.visitor, second)).toMatchObject({ data: { link: { step: "new" } } });
    expect(await press(anna.visitor, tokenIn(second))).toMatchObject({ location: "/profile" });
    expect(await addressOf(anna)).toEqual({ email: to, email_verified: true, shown: to });
    for (const recipient of [old, to])
      expect(await newestMail(recipient)).toMatchObject({ subject: "Your email address was changed" });
    expect(await accountNotices(anna.viewer.username)).toEqual(["email"]);
    expect(await anna.visitor.open(profile, "/profile")).toMatchObject({
      status: 200,
      data: { profile: { pending: null, values: { email: to } } },
    });
  });

  test("ends every other session, and the password links that went to the old address", async () => {
    const bert = await person("bert");
    const elsewhere = await insertRow("sessions", {
      user_id: bert.viewer.id,
      token: "elsewhere",
      expires_at: sql<Date>`now() + interval '1 day'`,
    });
    await insertRows("verifications", {
      identifier: "reset-password:abcdefgh",
      value: bert.viewer.id,
      expires_at: sql<Date>`now() + interval '1 hour'`,
    });
    const payloads: string[] = [];
    const channel = {
      channel: CHANNEL,
      onConnect() {},
      onNotify: (payload: string) => payloads.push(payload),
    };
    const listening = await listen(channel);
    await press(bert.visitor, tokenIn(await approved(bert, "bert.new@example.com")));
    const left = await findRows("sessions", { user_id: bert.viewer.id }, ["id"]);
    expect(left.map(({ id }) => id)).not.toContain(elsewhere.id);
    expect(left).toHaveLength(1);
    // Live streams of the other sessions end too, on every server.
    await expect.poll(() => payloads.some((payload) => payload.includes(` !${bert.viewer.id}`))).toBe(true);
    await listening.close();
    const links = await findRows("verifications", { value: bert.viewer.id }, ["id"]);
    expect(links).toEqual([]);
    expect((await bert.visitor.open(profile, "/profile")).status).toBe(200);
  });

  test("is answered in the same way when the address is taken, and its owner gets a mail", async () => {
    const [asking, owner] = [await person("asking"), await person("owner")];
    expect(await requestEmail(asking.visitor, owner.viewer.email)).toMatchObject({
      location: "/profile/email",
    });
    expect(await newestMail(asking.viewer.email)).toMatchObject({
      subject: "Approve your new email address",
    });
    const first = await newestLink(asking.viewer.email);
    expect(await press(asking.visitor, tokenIn(first))).toMatchObject({ location: "/profile" });
    const mail = await newestMail(owner.viewer.email);
    expect(mail).toMatchObject({ subject: "There is already an account with this address" });
    expect(mail?.text).not.toContain("token=");
    expect(await addressOf(asking)).toMatchObject({ email: asking.viewer.email });
  });

  test("is not made when another account took the address between request and confirmation", async () => {
    const slow = await person("slow");
    const to = "wanted@example.com";
    const link = await approved(slow, to);
    await insertRows("users", { name: "quick", email: to, email_verified: true });
    expect(await press(slow.visitor, tokenIn(link))).toMatchObject({
      status: 410,
      data: { reason: "link_dead" },
    });
    expect(await addressOf(slow)).toMatchObject({ email: slow.viewer.email });
  });

  test("is possible to an address that only an unverified account has", async () => {
    const real = await person("real");
    const to = "squatted@example.com";
    await insertRows("users", { name: "squatter", email: to });
    await press(real.visitor, tokenIn(await approved(real, to)));
    expect(await addressOf(real)).toMatchObject({ email: to });
  });

  test("is confirmed at the new address alone when the old one was never verified", async () => {
    const social = await person("social");
    await updateRows("users", { id: social.viewer.id }, { email_verified: false });
    await requestEmail(social.visitor, "social.real@example.com");
    expect(await mailsTo(social.viewer.email)).toBe(0);
    await press(social.visitor, tokenIn(await newestLink("social.real@example.com")));
    expect(await addressOf(social)).toMatchObject({ email: "social.real@example.com", email_verified: true });
  });

  test.each([
    ["", "Email is required."],
    ["anna", "Enter a valid email address."],
    ["a\0b@example.com", "Enter a valid email address."],
    [`${"a".repeat(250)}@example.com`, "Enter a valid email address."],
  ])("to %j is refused: %s", async (email, text) => {
    const { visitor } = await person("faulty");
    const answer = await requestEmail(visitor, email);
    expect(answer).toMatchObject(faults({ email: [text] }));
  });

  test("to the same address is refused, and requests are limited to five an hour", async () => {
    const same = await person("same");
    expect(await requestEmail(same.visitor, same.viewer.email.toUpperCase())).toMatchObject(
      faults({ email: ["This is already your address."] }),
    );
    for (let n = 0; n < 5; n += 1) await requestEmail(same.visitor, `other${n}@example.com`);
    expect((await requestEmail(same.visitor, "other9@example.com")).status).toBe(429);
  });
});

describe("the links of a change of email address", () => {
  test("require the account that requested the change", async () => {
    const [asking, stranger] = [await person("asking"), await person("stranger")];
    await requestEmail(asking.visitor, "asking.new@example.com");
    const link = await newestLink(asking.viewer.email);
    expect(await open(new Visitor(), link)).toMatchObject({
      status: 302,
      location: `/auth?next=${encodeURIComponent(link)}`,
    });
    expect(await open(stranger.visitor, link)).toMatchObject({ status: 410, data: { link: null } });
    expect(await press(stranger.visitor, tokenIn(link))).toMatchObject({ status: 410 });
    expect((await press(new Visitor(), tokenIn(link))).status).toBe(302);
    expect(await mailsTo("asking.new@example.com")).toBe(0);
  });

  test("work once, and not after a later request or a cancellation", async () => {
    const fickle = await person("fickle");
    await requestEmail(fickle.visitor, "one@example.com");
    const first = tokenIn(await newestLink(fickle.viewer.email));
    await requestEmail(fickle.visitor, "two@example.com");
    expect((await press(fickle.visitor, first)).status).toBe(410);
    const second = tokenIn(await newestLink(fickle.viewer.email));
    expect((await press(fickle.visitor, second)).location).toBe("/profile");
    expect((await press(fickle.visitor, second)).status).toBe(410);
    const last = tokenIn(await newestLink("two@example.com"));
    expect(await submitEmail(fickle.visitor, { intent: "cancel" })).toMatchObject({ location: "/profile" });
    expect((await press(fickle.visitor, last)).status).toBe(410);
    expect(await addressOf(fickle)).toMatchObject({ email: fickle.viewer.email });
  });

  test.each(["", "nonsense", "a.b.c", "\0"])("are refused when their token is %j", async (token) => {
    const { visitor } = await person("nosy");
    expect((await open(visitor, `/profile/email/link?token=${encodeURIComponent(token)}`)).status).toBe(410);
    expect((await press(visitor, token)).status).toBe(410);
  });

  test("verify no address when their token is opened at /auth/verify [V9.2.2]", async () => {
    const sly = await person("sly");
    const link = await approved(sly, "sly.new@example.com");
    const there = `/auth/verify?token=${encodeURIComponent(tokenIn(link))}`;
    expect((await new Visitor().open(verify, there)).status).toBe(410);
    expect((await pressVerify(new Visitor(), there)).status).toBe(410);
    expect(await addressOf(sly)).toMatchObject({ email: sly.viewer.email });
  });
});
