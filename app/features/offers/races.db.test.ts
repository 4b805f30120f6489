// Concurrent answers and offers over several database connections: only one of them takes effect.

import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { startDeal } from "#app/features/deals/commands.server.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { countsOf, dealForm, dealsAbout, roomAbout } from "#tests/support/marked-deals.ts";
import {
  answer,
  deleteAccountOf,
  expireOffer,
  offeredRacket,
  offerOf,
  offerRow,
  offersIn,
  parsedOffer,
} from "#tests/support/offers.ts";
import { type Person, person } from "#tests/support/people.ts";
import { outcomesOf, runTogether, waitForLocks } from "#tests/support/races.ts";
import { closeOffers } from "./close.server.ts";
import { makeOffer } from "./commands.server.ts";

let seller: Person;
let buyer: Person;
let other: Person;
let listing: { type: string; id: string };

openDatabase(captureNotices);
beforeEach(async () => {
  [seller, buyer, other] = [await person("seller"), await person("buyer"), await person("other")];
  listing = await offeredRacket(seller);
  await clearNotices();
});

/** Returns "done", "repeated" or the status of the refusal for each, sorted. */
async function atOnce(...runs: readonly (() => Promise<unknown>)[]): Promise<(string | number)[]> {
  return outcomesOf(await Promise.allSettled(runs.map((run) => run())));
}

const dealsOf = () => dealsAbout(listing);

/** Locks the listing and its rooms, starts `run`, and releases the locks when all of its promises wait for them. */
const together = (run: () => Promise<unknown>[]) =>
  runTogether(
    sql`
      with listing as materialized (select from listings where id = ${listing.id} for update)
      select from chat_rooms, listing where listing_id = ${listing.id} for update of chat_rooms
    `,
    run,
  );

describe("concurrent answers:", () => {
  test("accepting an offer three times makes one order", async () => {
    const { id } = await offerOf(buyer, listing);
    const settled = await together(() => [1, 2, 3].map(() => answer(seller, id, "accept")));
    expect(outcomesOf(settled)).toEqual(["done", "repeated", "repeated"]);
    expect(await dealsOf()).toHaveLength(1);
    expect(await countsOf(listing)).toMatchObject({ quantity: 0, reserved: 0 });
    expect((await notices("deal")).filter(({ facts }) => facts.event === "offer_accepted")).toHaveLength(1);
  });

  test("accepting two offers for the last piece makes one order", async () => {
    const [one, two] = [await offerOf(buyer, listing), await offerOf(other, listing)];
    const settled = await together(() => [
      answer(seller, one.id, "accept"),
      answer(seller, two.id, "accept"),
    ]);
    expect(outcomesOf(settled)).toEqual([409, "done"]);
    expect(await dealsOf()).toHaveLength(1);
    expect(await countsOf(listing)).toMatchObject({ quantity: 0, reserved: 0 });
    await closeOffers();
    const states = [(await offerRow(one.id)).state, (await offerRow(two.id)).state];
    expect(states.sort()).toEqual(["accepted", "ended"]);
  });

  test.each([
    ["withdraw", () => buyer],
    ["decline", () => seller],
  ] as const)("accept and %s: only one takes effect", async (intent, who) => {
    const { id } = await offerOf(buyer, listing);
    const settled = await together(() => [answer(seller, id, "accept"), answer(who(), id, intent)]);
    expect(outcomesOf(settled)).toEqual([409, "done"]);
    const { state, deal_id } = await offerRow(id);
    expect(await dealsOf()).toHaveLength(state === "accepted" ? 1 : 0);
    expect(deal_id === null).toBe(state !== "accepted");
    expect(await countsOf(listing)).toMatchObject({ quantity: state === "accepted" ? 0 : 1, reserved: 0 });
  });

  test("accept and a counter-offer: only one takes effect", async () => {
    const { id, roomId } = await offerOf(buyer, listing);
    const settled = await together(() => [
      answer(seller, id, "accept"),
      answer(seller, id, "counter", "120"),
    ]);
    expect(outcomesOf(settled)).toEqual([409, "done"]);
    const { state } = await offerRow(id);
    expect(await offersIn(roomId)).toHaveLength(state === "countered" ? 2 : 1);
    expect(await dealsOf()).toHaveLength(state === "accepted" ? 1 : 0);
  });

  test("accepting an offer after its time is over makes no order, and the offer expires", async () => {
    const { id } = await offerOf(buyer, listing);
    await expireOffer(id);
    expect(
      await atOnce(
        () => answer(seller, id, "accept"),
        () => closeOffers(),
        () => closeOffers(),
      ),
    ).toEqual([409, "done", "done"]);
    // Both runs of the job skip the offer if the answer has just locked it.
    await closeOffers();
    expect((await offerRow(id)).state).toBe("expired");
    expect(await dealsOf()).toEqual([]);
    expect((await notices("deal")).filter(({ facts }) => facts.event === "offer_expired")).toHaveLength(1);
  });

  test("the job does not expire an offer that an answer has locked", async () => {
    const { id } = await offerOf(buyer, listing);
    await inTransaction(async (trx) => {
      await sql`select from offers where id = ${id} for update`.execute(trx);
      await closeOffers();
    });
    expect(await answer(seller, id, "accept")).toEqual({ repeated: false });
    await closeOffers();
    expect((await offerRow(id)).state).toBe("accepted");
  });

  test("accept while the last piece is sold to another buyer: only one of the two buyers gets it", async () => {
    const { id } = await offerOf(buyer, listing);
    const room = await roomAbout(other, listing);
    const settled = await together(() => [
      answer(seller, id, "accept"),
      startDeal(seller.viewer, dealForm(listing, room)),
    ]);
    expect(outcomesOf(settled)).toEqual([409, "done"]);
    expect(await dealsOf()).toHaveLength(1);
    expect(await countsOf(listing)).toMatchObject({ quantity: 0, reserved: 0 });
    await closeOffers();
    expect(["accepted", "ended"]).toContain((await offerRow(id)).state);
  });
});

test("accepting while the seller deletes their account makes no order, and there is no deadlock", async () => {
  const { id, roomId } = await offerOf(buyer, listing);
  await answer(seller, id, "counter", "120");
  const [, counter] = await offersIn(roomId);
  const { leaving, accepting } = await inTransaction(async (trx) => {
    await sql`select from chat_rooms where id = ${roomId} for update`.execute(trx);
    const leaving = deleteAccountOf(seller);
    await waitForLocks(1);
    const accepting = atOnce(() => answer(buyer, counter?.id ?? "", "accept"));
    await waitForLocks(2);
    return { leaving, accepting };
  });
  expect(await leaving).toMatchObject({ kind: "deleted" });
  expect(await accepting).toEqual([409]);
  expect(await dealsOf()).toEqual([]);
});

describe("concurrent offers:", () => {
  test("the same form sent three times makes one offer", async () => {
    const roomId = await roomAbout(buyer, listing);
    const offer = parsedOffer(listing);
    const settled = await together(() => [1, 2, 3].map(() => makeOffer(buyer.viewer, offer)));
    expect(outcomesOf(settled)).toEqual(["done", "repeated", "repeated"]);
    expect(await offersIn(roomId)).toHaveLength(1);
    expect(await notices("offer")).toHaveLength(1);
    await expect(makeOffer((await person("stranger")).viewer, offer)).rejects.toMatchObject({ status: 404 });
  });

  test("of two offers of one buyer at the same moment, only one is made", async () => {
    const roomId = await roomAbout(buyer, listing);
    const settled = await together(() => [1, 2].map(() => makeOffer(buyer.viewer, parsedOffer(listing))));
    expect(outcomesOf(settled)).toEqual([409, "done"]);
    expect((await offersIn(roomId)).map(({ state }) => state)).toEqual(["open"]);
  });
});
