// Concurrent changes of an agreed deal: only one of them takes effect.

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { countsOf, dealRow } from "#tests/support/marked-deals.ts";
import type { Person } from "#tests/support/people.ts";
import { outcomesOf, runTogether } from "#tests/support/races.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { agreedScene } from "#tests/support/scene.ts";
import { takeStep } from "./commands.server.ts";
import { answerProposal, propose } from "./proposals.server.ts";

let seller: Person;
let buyer: Person;
let listing: { type: string; id: string };
let dealId: string;

openDatabase(captureNotices);
beforeEach(async () => {
  ({ seller, buyer, listing, dealId } = await agreedScene());
  await clearNotices();
});

const together = (run: () => Promise<unknown>[]) =>
  runTogether(sql`select from listings where id = ${listing.id} for update`, run).then(outcomesOf);
const cheaper = (who: Person, id = randomUUID()) =>
  propose(who.viewer, dealId, { intent: "propose_price", proposal: id, price: 10_000, reason: null });
const cancelling = (who: Person, id = randomUUID()) =>
  propose(who.viewer, dealId, { intent: "propose_cancellation", proposal: id, reason: "No more" });
const answer = (who: Person, intent: "confirm" | "decline" | "withdraw", proposal: string) =>
  answerProposal(who.viewer, dealId, { intent: `${intent}_proposal`, proposal });
const sent = () => takeStep(seller.viewer, dealId, { intent: "sent", carrier: null, tracking: null });
const end = (who: Person) => takeStep(who.viewer, dealId, { intent: "end", because: "never_came" });
const proposals = () => findRows("deal_proposals", { deal_id: dealId }, ["state"]);
async function letAWeekPass(): Promise<void> {
  const at = sql<Date>`now() - interval '8 days'`;
  await updateRows("deals", { id: dealId }, { seller_confirmed_at: at, buyer_confirmed_at: at });
}

test("of two concurrent proposals, only one is made", async () => {
  expect(await together(() => [cheaper(seller), cancelling(buyer)])).toEqual([409, "done"]);
  expect(await proposals()).toHaveLength(1);
});

test("the same form of a proposal sent three times makes one proposal and one notice", async () => {
  const id = randomUUID();
  expect(await together(() => [1, 2, 3].map(() => cheaper(buyer, id)))).toEqual([
    "done",
    "repeated",
    "repeated",
  ]);
  expect(await notices("deal")).toHaveLength(1);
});

test("the confirmation of a cancellation sent twice cancels the deal once, and puts one piece on offer again", async () => {
  const id = randomUUID();
  await cancelling(buyer, id);
  expect(await together(() => [1, 2].map(() => answer(seller, "confirm", id)))).toEqual(["done", "repeated"]);
  expect(await countsOf(listing)).toEqual({ quantity: 1, reserved: 0, status: "available" });
});

test.each(["decline", "withdraw"] as const)("confirm and %s at the same time: one wins", async (intent) => {
  const id = randomUUID();
  await cancelling(buyer, id);
  const who = intent === "withdraw" ? buyer : seller;
  expect(await together(() => [answer(seller, "confirm", id), answer(who, intent, id)])).toEqual([
    409,
    "done",
  ]);
  const isCancelled = (await dealRow(dealId))?.state === "cancelled";
  expect(await countsOf(listing)).toMatchObject({ quantity: isCancelled ? 1 : 0, reserved: 0 });
  expect((await proposals()).map(({ state }) => state === "confirmed")).toEqual([isCancelled]);
});

test("confirming a cancellation while the item is sent: only one takes effect", async () => {
  const id = randomUUID();
  await cancelling(seller, id);
  expect(await together(() => [answer(buyer, "confirm", id), sent()])).toEqual([409, "done"]);
  const { state } = (await dealRow(dealId)) ?? {};
  expect(await countsOf(listing)).toMatchObject({ quantity: state === "cancelled" ? 1 : 0, reserved: 0 });
  expect(await proposals()).toEqual([{ state: state === "cancelled" ? "confirmed" : "ended" }]);
});

test("ending the deal alone while the item is sent: only one takes effect", async () => {
  await letAWeekPass();
  expect(await together(() => [end(buyer), sent()])).toEqual([409, "done"]);
  const { state, ended_because } = (await dealRow(dealId)) ?? {};
  expect(ended_because).toBe(state === "cancelled" ? "never_came" : null);
  expect(await countsOf(listing)).toMatchObject({ quantity: state === "cancelled" ? 1 : 0, reserved: 0 });
});

test("when both parties end the deal at the same time, only one of them ends it", async () => {
  await letAWeekPass();
  expect(await together(() => [end(buyer), end(seller)])).toEqual([409, "done"]);
  expect(await countsOf(listing)).toEqual({ quantity: 1, reserved: 0, status: "available" });
});
