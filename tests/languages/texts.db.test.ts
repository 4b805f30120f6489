import { afterEach, beforeEach, expect, test } from "vitest";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { messages, messagesForEvents } from "#app/features/chat/queries.server.ts";
import { writeStock } from "#app/features/listings/bulk.server.ts";
import { createListing, updateListing } from "#app/features/listings/commands.server.ts";
import { presentCards } from "#app/features/listings/present.server.ts";
import { cardsByKey } from "#app/features/listings/queries.server.ts";
import { answerReview, writeReview } from "#app/features/reviews/commands.server.ts";
import { presentReview } from "#app/features/reviews/present.server.ts";
import { reviewsOf } from "#app/features/reviews/queries.server.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { baseLocale, type Locale, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { saveLanguage } from "#app/platform/profile.server.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { photoOf } from "#tests/support/samples.ts";

let writer: Person;
let reader: Person;

// A review queues a notice.
openDatabase(captureNotices);

beforeEach(async () => {
  [writer, reader] = [await person("writer"), await person("reader")];
});
afterEach(() => overwriteGetLocale(() => baseLocale));

const at = (locale: Locale) => overwriteGetLocale(() => locale);

const RACKET = categoryOfType("racket");
if (!RACKET) throw new Error("There are no rackets.");
const input = {
  name: "Gestreept frame",
  brand: null,
  description: "Weinig gebruikt",
  priceCents: 9_000,
  place: null,
  model: null,
  attributes: { category: "senior", condition: "Good" },
} as const;

async function cardAt(locale: Locale, key: { type: string; id: string }) {
  at(locale);
  const [card] = presentCards(await cardsByKey([key]), null);
  return card?.lang;
}

test("a listing has the language of the page of its form, and an edited text that of the editor's page", async () => {
  const photo = await photoOf(writer);
  const form = { ...input, photoIds: [photo] };
  at("nl");
  const key = await createListing(writer.viewer, RACKET, form, null);
  expect(await cardAt("nl", key)).toBeUndefined();
  expect(await cardAt("en-US", key)).toBe("nl");

  // Only the price.
  await updateListing(writer.viewer, RACKET, key.id, { ...form, priceCents: 8_000 }, null);
  expect(await cardAt("de", key)).toBe("nl");
  at("fr");
  await updateListing(writer.viewer, RACKET, key.id, { ...form, description: "Peu servi" }, null);
  expect(await cardAt("de", key)).toBe("fr");
  expect(await cardAt("en-GB", await racketOf(writer))).toBeUndefined();
});

test("the listings of a stock file have the language of their owner, and changed texts get it", async () => {
  await saveLanguage(db(), writer.viewer.id, "de", { chosen: true });
  const row = { type: "racket", id: null, rowKey: "sku:1", input, centre: null, modelId: null, quantity: 1 };
  const write = (rows: Parameters<typeof writeStock>[2]) =>
    inTransaction((trx) =>
      writeStock(trx, writer.viewer.id, rows, { what: "update", columns: new Set(["description"]) }),
    );
  const [created] = await write([row]);
  const key = { type: "racket", id: created && "id" in created ? created.id : "" };
  expect(await cardAt("en-GB", key)).toBe("de");
  await saveLanguage(db(), writer.viewer.id, "fr", { chosen: true });
  await write([{ ...row, input: { ...input, priceCents: 8_000 } }]);
  expect(await cardAt("en-GB", key)).toBe("de");
  await write([{ ...row, input: { ...input, description: "Peu servi" } }]);
  expect(await cardAt("en-GB", key)).toBe("fr");
});

test("a message has the language of its sender's page, also in the live event", async () => {
  const room = await openRoom(writer.viewer, await racketOf(reader));
  at("de");
  await sendMessage(writer.viewer, room, { clientId: crypto.randomUUID(), message: "Noch da?" });
  at("en-GB");
  const [read] = await messages(reader.viewer, room, {});
  expect(read).toMatchObject({ message: "Noch da?", lang: "de" });
  const [told] = await messagesForEvents([{ userId: reader.viewer.id, roomId: room, seq: 1 }]);
  expect(told?.language).toBe("de");
});

test("a review and its answer have the languages of their writers", async () => {
  const deal = await orderOf({ seller: reader, buyer: writer, state: "received" });
  at("fr");
  await writeReview(writer.viewer, deal, { rating: 5, comment: "Très bien" });
  // Only the stars change.
  at("nl");
  await writeReview(writer.viewer, deal, { rating: 4, comment: "Très bien" });
  await writeReview(reader.viewer, deal, { rating: 5, comment: "Prima koper" });
  const [row] = await reviewsOf(reader.viewer.id, { offset: 0, most: 1 });
  at("de");
  await answerReview(reader.viewer, row?.id ?? "", "Danke");
  at("en-GB");
  const [answered] = await reviewsOf(reader.viewer.id, { offset: 0, most: 1 });
  if (!answered) throw new Error("There is no review.");
  expect(presentReview(answered, null)).toMatchObject({ lang: "fr", answer: { text: "Danke", lang: "de" } });
});
