import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { baseLocale, type Locale, locales, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import type { Mail } from "#app/platform/mail.server.ts";
import * as mails from "./mails.server.ts";

beforeAll(() => configure(parseEnv({ BASE_URL: "https://shop.example", AUTH_SECRET: "x".repeat(32) })));
afterEach(() => overwriteGetLocale(() => baseLocale));

const AT = new Date("2026-11-20T15:04:05Z");
const DONE = { at: AT, device: "Firefox, Linux", address: "203.0.113.7" };

type Person = Parameters<typeof mails.newDeviceMail>[0];
const ANNA: Person = {
  id: "01890000-0000-7000-8000-000000000001",
  email: "anna@example.com",
  username: "Anna",
  language: null,
};

const LETTERS: Record<string, { write: (person: Person) => Mail; holds: string[] }> = {
  verification: {
    write: (person) =>
      mails.verificationMail(person, { token: "t&1", next: "/sell?a=1&b=2", providers: ["Facebook"] }),
    holds: ["/auth/verify?token=t%261&next=%2Fsell%3Fa%3D1%26b%3D2", "Facebook"],
  },
  "known address": { write: (person) => mails.knownAddressMail(person), holds: ["Anna", "/auth"] },
  reset: { write: (person) => mails.resetMail(person, "abc"), holds: ["/auth/reset?token=abc"] },
  "code to sign in": {
    write: (person) => mails.codeMail(person, { code: "123456", purpose: "sign-in", minutes: 10 }),
    holds: ["123456", "10"],
  },
  "confirmation code": {
    write: (person) => mails.codeMail(person, { code: "123456", purpose: "confirm", minutes: 10 }),
    holds: ["123456", "10"],
  },
  "code for an address": {
    write: (person) => mails.codeMail(person, { code: "123456", purpose: "address", minutes: 10 }),
    holds: ["123456", "10"],
  },
  "phone number": {
    write: (person) => mails.phoneMail(person, { ...DONE, change: "added", number: "+31 6 12345678" }),
    holds: ["+31 6 12345678", "Firefox, Linux", "203.0.113.7", "/profile/security"],
  },
  "password changed": {
    write: (person) => mails.passwordChangedMail(person, DONE),
    holds: ["Firefox, Linux", "203.0.113.7", "2026", "UTC", "/auth?mode=forgot"],
  },
  "e-mail approval": {
    write: (person) => mails.emailApprovalMail(person, { newEmail: "new@example.com", path: "/x?token=1" }),
    holds: ["new@example.com", "/x?token=1"],
  },
  "e-mail confirmation": {
    write: (person) =>
      mails.emailConfirmationMail(person, { newEmail: "new@example.com", path: "/y?token=1" }),
    holds: ["/y?token=1"],
  },
  "e-mail changed, to the old address": {
    write: (person) =>
      mails.emailChangedMail(person, {
        sentTo: "old",
        oldEmail: "anna@example.com",
        newEmail: "new@example.com",
        at: AT,
      }),
    holds: ["n…@example.com", "/help"],
  },
  "e-mail changed, to the new address": {
    write: (person) =>
      mails.emailChangedMail(person, {
        sentTo: "new",
        oldEmail: "anna@example.com",
        newEmail: "new@example.com",
        at: AT,
      }),
    holds: ["2026", "/profile"],
  },
  "new device": {
    write: (person) => mails.newDeviceMail(person, DONE),
    holds: [
      "Firefox, Linux",
      "203.0.113.7",
      "2026",
      "/profile/security",
      "/mail/unsubscribe?token=01890000-0000-7000-8000-000000000001.account.",
    ],
  },
  "factor on": { write: (person) => mails.factorChangedMail(person, { ...DONE, on: true }), holds: ["2026"] },
  "factor off": {
    write: (person) => mails.factorChangedMail(person, { ...DONE, on: false }),
    holds: ["2026"],
  },
  "new API key": {
    write: (person) =>
      mails.keyMail(person, { ...DONE, name: "My <stock>", scopes: ["listings:read", "listings:write"] }),
    holds: ["My <stock>", "Firefox, Linux", "203.0.113.7", "2026", "/profile/security/keys"],
  },
  deleted: {
    write: (person) => mails.deletedMail(person, DONE, ["Blade 98", "Pure Aero"]),
    holds: ["2026", "/help", "Blade 98, Pure Aero"],
  },
};

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", "#8209": "-", amp: "&" };

/** The visible text of an HTML mail and its links, without hidden parts. */
function readHtml(html: string): string {
  return html
    .replace(/<head>[\s\S]*<\/head>/, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<div style="display:none[\s\S]*?<\/div>/, "")
    .replace(/<a [^>]*href="([^"]*)"[^>]*>/g, " $1 ")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(lt|gt|quot|#39|#8209|amp);/g, (_, name: string) => ENTITIES[name] ?? "");
}

const words = (text: string) => text.split(/\s+/).filter(Boolean);

describe.each(Object.entries(LETTERS))('the mail "%s"', (_, { write, holds }) => {
  test.each(locales)("has its facts in HTML and in text, in %s", (language) => {
    const mail = write({ ...ANNA, language });
    for (const fact of holds) {
      expect(mail.text).toContain(fact);
      expect(readHtml(mail.html)).toContain(fact);
    }
    expect(mail.html).toContain(`<html lang="${language}"`);
  });

  test("has the same text in HTML and in plain text", () => {
    const { text, html } = write(ANNA);
    const read = words(readHtml(html));
    const missing = words(text)
      .map((word) => word.replace(/:$/, ""))
      .filter((word) => word && word !== "--" && !read.some((one) => one.replace(/:$/, "") === word));
    expect(missing).toEqual([]);
  });

  test("has its own text and links in each language", () => {
    const texts = new Set(
      locales.filter((one) => one !== "en-US").map((language) => write({ ...ANNA, language }).text),
    );
    expect(texts.size).toBe(4);
    for (const link of write({ ...ANNA, language: "nl" }).text.match(/https:\S+/g) ?? []) {
      expect(link).toMatch(/^https:\/\/shop\.example\/nl\//);
    }
  });

  test("loads nothing, and has a light and a dark theme", () => {
    const { html } = write(ANNA);
    expect(html).not.toMatch(/<img|<link|url\(|src=|@import/);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain("@media (prefers-color-scheme:dark)");
  });
});

describe("the language of a mail", () => {
  const inGerman: Locale = "de";

  test("is the one that is stored for the person, whatever the language of the request", () => {
    overwriteGetLocale(() => "fr");
    const mail = mails.resetMail({ ...ANNA, language: inGerman }, "abc");
    expect(mail.subject).toBe("Wähle ein neues Passwort");
    expect(mail.text).toContain("https://shop.example/de/auth/reset?token=abc");
  });

  test.each([null, "xx", ""])(
    "is the default when %j is stored for the person, whatever the language of the request",
    (language) => {
      overwriteGetLocale(() => "fr");
      const mail = mails.resetMail({ ...ANNA, language }, "abc");
      expect(mail.subject).toBe("Choose a new password");
      expect(mail.text).toContain("https://shop.example/auth/reset?token=abc");
    },
  );
});

describe("another user's text in a mail", () => {
  const NASTY = `<script>alert("1")</script> & <a href='x'>`;

  test("is escaped in HTML and plain in text", () => {
    const mail = mails.knownAddressMail({ ...ANNA, username: NASTY });
    expect(mail.text).toContain(`Hello ${NASTY},`);
    expect(mail.html).not.toMatch(/<script|<a href='x'/);
    expect(readHtml(mail.html)).toContain(`Hello ${NASTY},`);
  });

  test("stays on one line, in the subject too", () => {
    const hostileName = "Anna\r\nBcc: everybody@example.com\u2028x\0";
    const mail = mails.passwordChangedMail(
      { ...ANNA, username: hostileName },
      { at: AT, device: "Fire\nfox", address: "1\r\n2" },
    );
    expect(mail.text).toContain("Hello Anna Bcc: everybody@example.com x,");
    expect(mail.text).toContain("Fire fox");
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });

  test("is shortened when it is very long", () => {
    const mail = mails.knownAddressMail({ ...ANNA, username: "😀".repeat(5_000) });
    expect(mail.text).toContain(`Hello ${"😀".repeat(79)}…,`);
    expect(mail.html.length).toBeLessThan(20_000);
  });

  test.each(["דנה", "ليلى سعيد"])("is in a bidi isolate if written from right to left: %s", (username) => {
    const mail = mails.knownAddressMail({ ...ANNA, username });
    expect(mail.text).toContain(`Hello \u2068${username}\u2069,`);
    expect(mail.html).toContain(`Hello \u2068${username}\u2069,`);
  });
});

test("the mail about a changed email address does not reveal the new address at the old one", () => {
  const mail = mails.emailChangedMail(ANNA, {
    sentTo: "old",
    oldEmail: "old@example.com",
    newEmail: "secret@example.com",
    at: AT,
  });
  expect(mail.to).toBe("old@example.com");
  expect(mail.text + mail.html).not.toContain("secret@");
});
