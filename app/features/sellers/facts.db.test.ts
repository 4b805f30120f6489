import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { presentSellerFacts } from "./present.server.ts";
import { sellerFactsOf } from "./queries.server.ts";

let seller: Person;

openDatabase();
beforeEach(async () => {
  seller = await person("seller");
  await updateRows("profiles", { id: seller.viewer.id }, { created_at: new Date("2025-08-03T10:00:00Z") });
});

const facts = async () => presentSellerFacts(await sellerFactsOf(seller.viewer.id));

/** `answeredAfter` is in minutes; null: never. */
async function askQuestion(minutesAgo: number, answeredAfter: number | null): Promise<void> {
  const buyer = await person("buyer");
  const id = await openRoom(buyer.viewer, await racketOf(seller));
  async function say(who: Person, ago: number) {
    const { id: message } = await sendMessage(who.viewer, id, { clientId: randomUUID(), message: "hello" });
    await updateRows("chat_messages", { id: message }, { created_at: new Date(Date.now() - ago * 60_000) });
  }
  await say(buyer, minutesAgo);
  if (answeredAfter !== null) await say(seller, minutesAgo - answeredAfter);
}

const HOUR = 60;
const DAY = 24 * HOUR;

test("an unknown seller has no facts", async () => {
  expect(presentSellerFacts(await sellerFactsOf(randomUUID()))).toEqual([]);
});

test("a seller's sales include a sale after its buyer has confirmed it, and never one outside the shop", async () => {
  const buyer = await person("buyer");
  expect(await facts()).toEqual(["Member since August 2025"]);
  await orderOf({ seller, buyer, state: "open" });
  await orderOf({ seller, buyer, state: "agreed" });
  expect(await facts()).toEqual(["1 sale", "Member since August 2025"]);
  await orderOf({ seller, buyer, state: "received" });
  await orderOf({ seller, buyer: null, elsewhere: true, sold: true });
  expect(await facts()).toEqual(["2 sales", "Member since August 2025"]);
});

describe("the usual reply time", () => {
  test("is the median time to the first answer, from three conversations on", async () => {
    await askQuestion(5 * DAY, 10);
    await askQuestion(5 * DAY, 3 * HOUR);
    expect(await facts()).toHaveLength(1);
    await askQuestion(5 * DAY, 2 * DAY);
    expect(await facts()).toContain("Usually replies within a few hours");
    await askQuestion(5 * DAY, 5);
    await askQuestion(5 * DAY, 5);
    expect(await facts()).toContain("Usually replies within an hour");
  });

  test("includes an unanswered question from its second day on, and no question that is too old", async () => {
    for (const minutes of [5, 5, 5]) await askQuestion(5 * DAY, minutes);
    await askQuestion(HOUR, null);
    await askQuestion(HOUR, null);
    await askQuestion(100 * DAY, null);
    await askQuestion(100 * DAY, null);
    expect(await facts()).toContain("Usually replies within an hour");
    for (let n = 0; n < 4; n += 1) await askQuestion(2 * DAY, null);
    expect(await facts()).toContain("Usually replies within a few days");
    for (let n = 0; n < 8; n += 1) await askQuestion(20 * DAY, null);
    expect(await facts()).toHaveLength(1);
  });
});
