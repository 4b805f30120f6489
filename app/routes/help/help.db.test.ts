import { beforeEach, describe, expect, test } from "vitest";
import { PROMISE_ANSWERS } from "#app/domain/promises.ts";
import type { AnswerGroup } from "#app/features/help/find.ts";
import { locales } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { inRequest, type RequestContext } from "#app/platform/request-context.server.ts";
import { newestMail } from "#tests/support/accounts.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action, loader } from "./help.route.tsx";

const SUPPORT = "support@localhost";
const FIELDS = {
  name: "Ann Example",
  email: "ann@example.com",
  topic: "buying",
  about: "",
  message: "Where is my racket?",
  memo: "",
};

type Refusal = { result: { error: Record<string, string[]>; initialValue: Record<string, string> } };

let owner: Person;

openDatabase(async () => {
  owner = await person("sanne");
});
beforeEach(async () => {
  await db().deleteFrom("mails").execute();
  await db().deleteFrom("rate_limits").execute();
});

function send(fields: Partial<Record<keyof typeof FIELDS, string>>, who = new Visitor()) {
  return who.submit(action, "/help", { ...FIELDS, ...fields });
}

async function storedMails() {
  return db().selectFrom("mails").selectAll().orderBy("id").execute();
}

async function refused(fields: Partial<Record<keyof typeof FIELDS, string>>, field: string) {
  const { status, data } = await send(fields);
  expect(status).toBe(422);
  expect(await storedMails()).toEqual([]);
  const { error, initialValue } = (data as Refusal).result;
  expect(initialValue).toMatchObject(
    Object.fromEntries(Object.entries({ ...FIELDS, ...fields }).filter(([, value]) => value !== "")),
  );
  expect(Object.keys(error)).toEqual([field]);
  return error[field]?.[0];
}

describe("the help page", () => {
  interface Page {
    q: string;
    groups: AnswerGroup[];
    name: string;
    email: string;
    open: boolean;
  }
  const open = async (path: string, who = new Visitor()) => (await who.open(loader, path)).data as Page;

  test.each(locales)("explains each promise in one sentence, in %s", async (locale) => {
    const { groups } = await inRequest({ id: "", locale }, () => open("/help"));
    const answers = new Map(groups.flatMap(({ answers }) => answers).map((answer) => [answer.id, answer]));
    for (const id of Object.values(PROMISE_ANSWERS)) {
      const { question = "", paragraphs = [] } = answers.get(id) ?? {};
      expect(question).toMatch(/\S[?”]?$/);
      expect(paragraphs).toHaveLength(1);
      expect(paragraphs[0]?.match(/\.(\s|$)/g)).toHaveLength(1);
    }
  });

  test("has the questions of the specification and more, each with its own id [M1.7 M2.96]", async () => {
    const { groups } = await open("/help");
    const answers = groups.flatMap((group) => group.answers);
    expect(answers.map(({ question }) => question)).toEqual(
      expect.arrayContaining([
        "How do I create a listing?",
        "How do I create an account?",
        "How do I message a seller?",
        "How does payment work?",
        "How does shipping work?",
        "How do I delete a listing?",
      ]),
    );
    expect(answers.length).toBeGreaterThanOrEqual(16);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
    const payment = answers.find(({ id }) => id === "how-payment-works");
    expect(payment?.paragraphs[0]).toContain(
      "The platform does not process payments. Buyer and seller agree on payment and shipping through messages",
    );
  });

  test("is cached for visitors, except searches", async () => {
    const tags = async (path: string, who = new Visitor()) => {
      const context: RequestContext = { id: "test", locale: "en-GB" };
      await inRequest(context, () => who.open(loader, path));
      return context.cacheTags;
    };
    expect(await tags("/help")).toEqual([]);
    expect(await tags("/help?q=pay")).toBeUndefined();
    expect(await tags("/help", owner.visitor)).toBeUndefined();
  });

  test("fills in the name and email address of a signed-in person", async () => {
    const { username, email } = owner.viewer;
    expect(await open("/help", owner.visitor)).toMatchObject({ name: username, email });
    expect(await open("/help")).toMatchObject({ name: "", email: "" });
  });

  test.each(["\0", "%00", "x".repeat(5000), "<script>"])("searches for %j without an error", async (q) => {
    const page = await open(`/help?${new URLSearchParams({ q })}`);
    expect(page.q.length).toBeLessThanOrEqual(200);
    expect(page.groups.length).toBeGreaterThan(0);
  });
});

describe("a support message", () => {
  test("is mailed to the operator, and a reply goes to its author", async () => {
    const { status, location, headers } = await send({
      about: `${env().baseUrl}/rackets/1?from=x`,
      email: " Ann@Example.com ",
    });
    expect([status, location]).toEqual([302, "/help#contact"]);
    expect(decodeURIComponent(headers.getSetCookie().join())).toContain(
      "We will reply to ann@example.com within 24 hours on working days.",
    );
    const mails = await storedMails();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      recipient: SUPPORT,
      reply_to: "ann@example.com",
      subject: "Support: Buying (Ann Example)",
    });
    expect(mails[0]?.text).toContain("Where is my racket?");
    expect(mails[0]?.text).toContain(`${env().baseUrl}/rackets/1?from=x`);
    expect(mails[0]?.text).toContain("signed out");
  });

  test("of a signed-in person contains their username, and they get a receipt", async () => {
    const { username, email } = owner.viewer;
    await send({ name: "Me", email: email ?? "" }, owner.visitor);
    expect((await storedMails()).map(({ recipient }) => recipient).sort()).toEqual([email, SUPPORT].sort());
    expect((await newestMail(SUPPORT))?.text).toContain(username);
    expect(await newestMail(email ?? "")).toMatchObject({
      subject: "We have received your message",
      reply_to: null,
    });
  });

  test("sends no receipt to an unverified email address", async () => {
    await send({ email: "victim@example.com" });
    await send({ email: "victim@example.com" }, owner.visitor);
    await send({ email: owner.viewer.email ?? "" });
    const stranger = await person("stranger");
    await updateRows("users", { id: stranger.viewer.id }, { email_verified: false });
    await send({ email: stranger.viewer.email ?? "" }, stranger.visitor);
    expect((await storedMails()).map(({ recipient }) => recipient)).toEqual([
      SUPPORT,
      SUPPORT,
      SUPPORT,
      SUPPORT,
    ]);
  });

  test("may contain any readable text", async () => {
    const message = `<b>bold</b> & "quoted" 🎾 مرحبا ${"x".repeat(3000)}\n\nSecond line`;
    await send({ message, name: "<i>Zoë</i> \u202e 🎾" });
    const mail = await newestMail(SUPPORT);
    expect(mail?.text).toContain("Second line");
    expect(mail?.text).toContain("<b>bold</b>");
    expect(mail?.html).toContain("&lt;b&gt;bold&lt;/b&gt;");
    expect(mail?.html).not.toContain("<i>");
  });

  test("cannot add a mail header [V1.3.3 V1.3.11]", async () => {
    await send({ name: "Ann\r\nBcc: everybody@example.com" });
    const mail = await newestMail(SUPPORT);
    expect(mail?.subject).toBe("Support: Buying (Ann Bcc: everybody@example.com)");
    await db().deleteFrom("mails").execute();
    await refused({ email: "ann@example.com\r\nBcc: victim@example.com" }, "email");
    await refused({ email: "ann@example.com, victim@example.com" }, "email");
  });

  test("is dropped when the hidden field is filled in", async () => {
    expect((await send({ memo: "https://spam.example" })).status).toBe(302);
    expect(await storedMails()).toEqual([]);
  });

  test.each([
    ["name", "", "Please enter your name"],
    ["name", " \u2800 ", "Please enter your name"],
    ["name", "x".repeat(81), "At most 80 characters"],
    ["name", "a\0b", "This contains characters that cannot be read"],
    ["email", "", "Email is required."],
    ["email", "nobody", null],
    ["email", `${"x".repeat(400)}@example.com`, null],
    ["topic", "", "Please choose a topic"],
    ["topic", "refund", "Please choose a topic"],
    ["about", "https://evil.example/rackets/1", null],
    ["about", "javascript:alert(1)", null],
    ["about", "//evil.example", null],
    ["about", `/${"x".repeat(600)}`, null],
    ["message", "", "Please enter a message"],
    ["message", "\t \u2800", "Please enter a message"],
    ["message", "🎾".repeat(5001), "At most 5000 characters"],
    ["message", "\u0001", "This contains characters that cannot be read"],
  ])("with the %s %j is shown again, with the fault at its field", async (field, value, text) => {
    const shown = await refused({ [field]: value }, field);
    if (text === null) expect(shown).toBeTruthy();
    else expect(shown).toBe(text);
  });

  test("is limited to ten an hour from one IP address, and the input stays", async () => {
    const visitor = new Visitor();
    for (let n = 0; n < 10; n += 1) expect((await send({}, visitor)).status).toBe(302);
    const { status, headers, data } = await send({}, visitor);
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect((data as Refusal).result.initialValue.message).toBe(FIELDS.message);
    expect((data as Refusal).result.error[""]?.[0]).toMatch(/^Too many attempts/);
    expect(await storedMails()).toHaveLength(10);
  });

  test("is limited to five an hour from one account", async () => {
    for (let n = 0; n < 5; n += 1) expect((await send({}, owner.visitor)).status).toBe(302);
    expect((await send({}, owner.visitor)).status).toBe(429);
  });

  test("cannot be sent if the shop has no email address for support, and the page says so", async () => {
    const settings = env();
    configure({ ...settings, supportEmail: undefined });
    try {
      expect(((await new Visitor().open(loader, "/help")).data as { open: boolean }).open).toBe(false);
      const { status, data } = await send({});
      expect(status).toBe(503);
      expect((data as Refusal).result.error[""]?.[0]).toContain("Support is not available here yet");
      expect(await storedMails()).toEqual([]);
    } finally {
      configure(settings);
    }
  });
});
