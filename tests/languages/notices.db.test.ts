import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  ACCOUNT_EVENTS,
  DEAL_EVENTS,
  type NoticeFacts,
  type NoticeKind,
  OFFER_EVENTS,
} from "#app/domain/notification-kinds.ts";
import { eventPresenters } from "#app/events.server.ts";
import { deliverNotice } from "#app/features/notifications/deliver.server.ts";
import { baseLocale, type Locale, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import type { Notice } from "#app/platform/notify.server.ts";
import { files, read } from "#tests/house/source.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { offeredRacket, offerOf } from "#tests/support/offers.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRow, insertRows } from "#tests/support/rows.ts";
import { foreignWords } from "#tests/support/written-language.ts";

// Notices and live events are in the language of their reader, or in none, whoever caused them (docs/decisions/0142).

const LANGUAGES: readonly Locale[] = ["en-GB", "nl", "de"];
const people = new Map<Locale, Person>();

openDatabase(async (url) => {
  await captureNotices(url);
  for (const language of LANGUAGES) {
    const reader = await person("reader");
    people.set(language, reader);
    // The first has none stored, and gets the default.
    if (language !== baseLocale)
      await insertRows("user_preferences", { user_id: reader.viewer.id, language });
  }
});

async function inLanguage<Result>(locale: Locale, run: () => Promise<Result>): Promise<Result> {
  overwriteGetLocale(() => locale);
  try {
    return await run();
  } finally {
    overwriteGetLocale(() => baseLocale);
  }
}

const names = { username: "4711", listing: "4712" };
const FACTS: { readonly [Kind in NoticeKind]: readonly NoticeFacts[Kind][] } = {
  message: [names],
  saved_search: [0, 3].map((more) => ({ search: "4713", listing: "4712", more })),
  price_drop: [{ listing: "4712", wasCents: 259_900, nowCents: 129_900 }],
  sold: [undefined, "reserved" as const, "sold" as const].map((status) => ({ listing: "4712", status })),
  back: [{ listing: "4712" }],
  review: [null, 4].map((rating) => ({ username: "4711", rating })),
  deal: DEAL_EVENTS.map((event) => ({ ...names, event })),
  offer: OFFER_EVENTS.map((event) => ({ ...names, event, priceCents: 129_900 })),
  account: ACCOUNT_EVENTS.map((event) => ({ event })),
};
const PRICE: Partial<Record<Locale, string>> = {
  "en-GB": "€1,299.00",
  nl: "€\u00a01.299,00",
  de: "1.299,00\u00a0€",
};

describe.each(Object.keys(FACTS) as NoticeKind[])(
  "a notice about %s that is caused on a French page",
  (kind) => {
    test.each<object>(FACTS[kind])("%j", async (facts) => {
      await db().deleteFrom("notifications").execute();
      await db().deleteFrom("mails").execute();
      const userIds = [...people.values()].map(({ viewer }) => viewer.id);
      const notice = { kind, facts, eventKey: randomUUID(), userIds } as unknown as Notice;
      await inLanguage("fr", () => deliverNotice(notice));
      for (const [language, { viewer }] of people) {
        const { content } = await findRow("notifications", { user_id: viewer.id });
        const mail = await db()
          .selectFrom("mails")
          .select(["subject", "text"])
          .where("recipient", "=", viewer.email)
          .executeTakeFirst();
        const written = [content, mail?.subject, mail?.text].filter(Boolean).join("\n");
        expect(foreignWords(written, language, [viewer.username, "localhost"])).toEqual([]);
        if (JSON.stringify(facts).includes("129900")) expect(content).toContain(PRICE[language]);
      }
    });
  },
);

test("no notice is given a text in a language: its facts are names and numbers", () => {
  const texts = files
    .filter((file) => /^app\/.*\.server\.ts$/.test(file))
    .flatMap((file) => [...read(file).matchAll(/facts: \{[^}]*\b(?:m\.|getLocale|format[A-Z])[^}]*\}/g)]);
  expect(texts.map(([text]) => text)).toEqual([]);
});

/** By the kind of live event: what its content is made for. */
const EVENTS = {
  "chat.message": async () => {
    const [seller, buyer] = [await person("seller"), await person("buyer")];
    const { roomId } = await offerOf(buyer, await offeredRacket(seller), { note: "4711" });
    return [{ userId: seller.viewer.id, subject: { roomId, seq: 1 } }];
  },
  "chat.read": async () => [
    { userId: (await person("reader")).viewer.id, subject: { roomId: randomUUID() } },
  ],
  "chat.left": async () => [{ userId: (await person("reader")).viewer.id, subject: { roomIds: [] } }],
  "notification.new": async () => [{ userId: (await person("reader")).viewer.id, subject: { ids: [] } }],
  "notification.read": async () => [{ userId: (await person("reader")).viewer.id, subject: { ids: [] } }],
} satisfies Record<string, () => Promise<{ userId: string; subject: object }[]>>;

test("the content of a live event is the same in every language, because the reader's page writes the texts", async () => {
  expect(Object.keys(EVENTS).sort()).toEqual(Object.keys(eventPresenters).sort());
  for (const [kind, eventsOf] of Object.entries(EVENTS)) {
    const events = await eventsOf();
    const present = eventPresenters[kind as keyof typeof EVENTS] as (
      of: object,
    ) => Promise<(object | null)[]>;
    const hide = db().updateTable("chat_messages").set({ hidden: "hidden" });
    for (const step of [() => Promise.resolve(), () => hide.execute()]) {
      await step();
      const [french, english] = [
        await inLanguage("fr", () => present(events)),
        await inLanguage("en-GB", () => present(events)),
      ];
      expect(french).toEqual(english);
      expect(french[0]).not.toBeNull();
    }
  }
});
