import { beforeAll, describe, expect, test } from "vitest";
import type { NoticeFacts } from "#app/domain/notification-kinds.ts";
import { locales } from "#app/paraglide/runtime.js";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { digestMail, type MailedKind, noticeMail } from "./mails.server.ts";

beforeAll(() => configure(parseEnv({ BASE_URL: "https://shop.example", AUTH_SECRET: "x".repeat(32) })));

const BERT = {
  id: "01890000-0000-7000-8000-000000000001",
  email: "bert@example.com",
  username: "Bert",
  language: null,
};
const FACTS: Pick<NoticeFacts, MailedKind> = {
  message: { username: "Anna", listing: "Blade 98" },
  saved_search: { search: "blade 98", listing: "Wilson Blade 98 v8", more: 0 },
  price_drop: { listing: "Blade 98", wasCents: 12_950, nowCents: 9_900 },
  sold: { listing: "Blade 98" },
  back: { listing: "Blade 98" },
  review: { username: "Anna", rating: 4 },
  deal: { event: "proposed", username: "Anna", listing: "Blade 98" },
  offer: { event: "made", username: "Anna", listing: "Blade 98", priceCents: 9_900 },
};
const HOLDS: Record<MailedKind, string[]> = {
  message: ["Anna", "Blade 98"],
  saved_search: ["blade 98", "Wilson Blade 98 v8"],
  price_drop: ["Blade 98", "99"],
  sold: ["Blade 98"],
  back: ["Blade 98"],
  review: ["Anna", "4"],
  deal: ["Anna", "Blade 98"],
  offer: ["Anna", "Blade 98", "99"],
};
const KINDS = Object.keys(FACTS) as MailedKind[];

function mailOf(kind: MailedKind, language: string, facts: object = FACTS[kind]) {
  const notice = { kind, eventKey: "1", userIds: [], facts, path: "/there/1" };
  return noticeMail({ ...BERT, language }, notice as Parameters<typeof noticeMail>[1]);
}

describe.each(KINDS)("the mail of a notice about %s", (kind) => {
  test.each(locales)("says what happened and why it was sent, and has its links, in %s", (language) => {
    const { subject, text, html, unsubscribe } = mailOf(kind, language);
    for (const fact of HOLDS[kind]) expect(subject).toContain(fact);
    const prefix = language === "en-GB" ? "" : `/${language.toLowerCase()}`;
    for (const part of [text, html]) {
      expect(part).toContain(`https://shop.example${prefix}/there/1`);
      expect(part).toContain(`https://shop.example${prefix}/notifications/settings`);
      expect(part).toContain(`https://shop.example${prefix}/mail/unsubscribe?token=${BERT.id}.${kind}.`);
    }
    expect(html).toContain(`<html lang="${language}"`);
    expect(text).toContain(unsubscribe);
  });

  test("has a different subject and text in each language", () => {
    const texts = locales.filter((one) => one !== "en-US").map((language) => mailOf(kind, language));
    expect(new Set(texts.map(({ subject }) => subject)).size).toBe(4);
    expect(new Set(texts.map(({ text }) => text)).size).toBe(4);
  });
});

test.each([
  ["reserved", "Reserved: Blade 98"],
  ["sold", "Sold: Blade 98"],
  [undefined, "No longer available: Blade 98"],
])("the subject of the mail about a favourite with the status %s has this status", (status, sentence) => {
  expect(mailOf("sold", "en-GB", { listing: "Blade 98", status }).subject).toBe(sentence);
});

test.each(locales)("the mail about a declined or cancelled deal has the reason, in %s", (language) => {
  const facts = { event: "request_declined", username: "Anna", listing: "Blade 98" };
  const { text, html } = mailOf("deal", language, { ...facts, reason: "Damaged, <b>sorry</b>" });
  expect(text).toContain("Damaged, <b>sorry</b>");
  expect(html).toContain("Damaged, &lt;b&gt;sorry&lt;/b&gt;");
  expect(mailOf("deal", language, facts).text).not.toContain("undefined");
});

test.each(locales)(
  "the mail about a suspended person says what to do, by role and state, in %s",
  (language) => {
    const facts = { event: "suspended", username: "Anna", listing: "Blade 98" };
    const texts = (["seller", "buyer"] as const).flatMap((role) =>
      [true, false].map((given) => {
        const suspension = { role, given, until: "2199-01-02T12:00:00Z" };
        return mailOf("deal", language, { ...facts, suspension }).text;
      }),
    );
    expect(new Set(texts).size).toBe(4);
    for (const text of texts) expect(text).toContain("2199");
    const permanent = mailOf("deal", language, {
      ...facts,
      suspension: { role: "buyer", given: false, until: null },
    }).text;
    expect(permanent).toContain("Anna");
    expect(permanent).not.toContain("2199");
  },
);

describe("the digest", () => {
  const notices = [
    { kind: "price_drop", content: "Price drop: Blade 98 now €99.00 instead of €129.50", path: "/rackets/1" },
    { kind: "back", content: "For sale again: <b>Bag</b>", path: null },
    { kind: "trumpet", content: "Only another version knows this", path: "/x" },
  ];

  test("says the same in HTML and in text, and has one unsubscribe link", () => {
    const { subject, text, html, unsubscribe } = digestMail({ ...BERT, language: "en-GB" }, notices, 25);
    expect(subject).toBe("25 updates for you on Second Serve");
    expect(html).toContain("For sale again: &lt;b&gt;Bag&lt;/b&gt;");
    expect(text).toContain("* For sale again: <b>Bag</b>\n  https://shop.example/notifications\n");
    for (const part of [text, html]) {
      for (const expected of [
        "Price drops on favorites",
        "https://shop.example/rackets/1",
        "Only another version knows this",
        "And 22 more.",
        "Unsubscribe from the daily summary",
        `/mail/unsubscribe?token=${BERT.id}.digest.`,
      ])
        expect(part).toContain(expected);
    }
    expect(unsubscribe).toContain(".digest.");
  });

  test("loads no images, styles or fonts", () => {
    expect(digestMail(BERT, notices, 3).html).not.toMatch(/<img|<link|url\(|src=|@import/);
  });
});
