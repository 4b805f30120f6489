import { expect, test } from "vitest";
import { sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { shownEmail } from "#app/platform/mail.server.ts";
import { action as help } from "#app/routes/help/help.route.tsx";
import { loader as people } from "#app/routes/operator/people.route.tsx";
import {
  newestLink,
  newestMail,
  PASSWORD,
  pressVerify,
  signInFields,
  signUpFields,
} from "#tests/support/accounts.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { staffPerson } from "#tests/support/people.ts";
import { findRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action as auth } from "./auth.route.tsx";
import { action as code } from "./code.route.tsx";
import { loader as verifyPage } from "./verify.route.tsx";

const STORED = "anna@xn--mller-kva.example";
const READABLE = "anna@müller.example";
/** As people and browsers write one address. */
const WRITTEN = [READABLE, "Anna@MÜLLER.example", "anna@mu\u0308ller.example", STORED, STORED.toUpperCase()];

openDatabase(captureNotices);

test("an address whose domain is not ASCII is stored in ASCII and shown as people write it", async () => {
  const visitor = new Visitor();
  const fields = signUpFields("Anna", READABLE);
  expect(await visitor.submit(auth, "/auth?mode=signup", fields)).toMatchObject({
    data: { value: { sentTo: READABLE } },
  });
  const stored = await db().selectFrom("profiles").select("email").execute();
  expect(stored).toEqual([{ email: STORED }]);
  const link = await newestLink(STORED);
  expect(await visitor.open(verifyPage, link)).toMatchObject({ data: { email: READABLE } });
  expect((await pressVerify(visitor, link)).status).toBe(302);
  expect(shownEmail(STORED)).toBe(READABLE);
  expect(shownEmail("bert@example.com")).toBe("bert@example.com");
});

test.each(WRITTEN)("however it is written, it is the same account: %s", async (email) => {
  const visitor = new Visitor();
  expect((await visitor.submit(auth, "/auth", signInFields(email, PASSWORD))).status).toBe(302);
  expect(visitor.cookies.has(sessionCookieName())).toBe(true);
  const mails = async () =>
    Number(
      (await newestMail(STORED))?.id.length &&
        (await findRows("mails", { recipient: STORED }, ["id"])).length,
    );
  let count = await mails();
  const sends = async (send: Promise<unknown>) => {
    await send;
    const now = await mails();
    expect(now).toBe(count + 1);
    count = now;
  };
  // To its owner: there is an account.
  await sends(new Visitor().submit(auth, "/auth?mode=signup", signUpFields("Other name", email)));
  await sends(new Visitor().submit(auth, "/auth?mode=forgot", { intent: "forgot", email }));
  expect(await new Visitor().submit(code, "/auth/code", { intent: "send", to: email })).toMatchObject({
    data: { value: { to: STORED, shown: READABLE } },
  });
  const operator = await staffPerson("operator");
  const query = new URLSearchParams({ q: email });
  expect(await operator.visitor.open(people, `/operator/people?${query}`)).toMatchObject({
    location: "/moderation/people/Anna",
  });
  const contact = { name: "Anna", email, topic: "other", message: "Hello there.", about: "", memo: "" };
  expect((await new Visitor().submit(help, "/help", contact)).status).toBe(302);
  await db().deleteFrom("rate_limits").execute();
});

// Better Auth checks addresses itself.
test.each([
  ["Jo", "jo@пример.рф", "jo@xn--e1afmkfd.xn--p1ai"],
  ["Li", "li@中文.中国", "li@xn--fiq228c.xn--fiqs8s"],
])(
  "a top-level domain outside ASCII signs up, verifies and signs in: %s, %s",
  async (name, email, stored) => {
    const visitor = new Visitor();
    const fields = signUpFields(`${name}2026`, email);
    expect(await visitor.submit(auth, "/auth?mode=signup", fields)).toMatchObject({
      data: { value: { sentTo: email } },
    });
    expect((await pressVerify(visitor, await newestLink(stored))).status).toBe(302);
    const other = new Visitor();
    expect((await other.submit(auth, "/auth", signInFields(email, PASSWORD))).status).toBe(302);
    expect(other.cookies.has(sessionCookieName())).toBe(true);
    expect(await new Visitor().submit(code, "/auth/code", { intent: "send", to: email })).toMatchObject({
      data: { value: { to: stored, shown: email } },
    });
    expect((await newestMail(stored))?.text).toMatch(/\d{6}/);
  },
);
