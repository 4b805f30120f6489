import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { DEAL_STATES, type DealState } from "#app/domain/deal.ts";
import { DEAL, DEAL_STEPS, type DealStep, stepsOf } from "#app/domain/deal-process.ts";
import { LISTING_MOVES, listingStatus } from "#app/domain/listing.ts";
import { OFFER } from "#app/domain/offer-process.ts";
import { isTaken, movesOf } from "#app/domain/process.ts";
import { PROPOSAL } from "#app/domain/proposal-process.ts";
import { db } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import {
  countsOf,
  dealForm,
  dealRow,
  NOBODY_SUSPENDED,
  roomAbout,
  setQuantity,
} from "#tests/support/marked-deals.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { insertRow, updateRows } from "#tests/support/rows.ts";
import { dealScene } from "#tests/support/scene.ts";
import { startDeal, takeStep } from "./commands.server.ts";
import { stepSchema } from "./order-schema.server.ts";
import { dealFacts } from "./rules.ts";

openDatabase(captureNotices);

const stepped = (intent: DealStep) => stepSchema.parse({ intent, reason: "No more", because: "never_came" });

async function takenOf({ id }: { id: string }): Promise<{ reserved: number; sold: number }> {
  const { rows } = await sql<{ reserved: number; sold: number }>`
    select coalesce(sum(item.pieces) filter (where seller_confirmed_at is null), 0)::integer as reserved,
      coalesce(sum(item.pieces) filter (where seller_confirmed_at is not null), 0)::integer as sold
    from deals join deal_items item on deal_id = deals.id where item.listing_id = ${id} and state <> 'cancelled'
  `.execute(db());
  return rows[0] ?? { reserved: 0, sold: 0 };
}

async function expectConsistent(listing: { id: string }, pieces: number): Promise<void> {
  const { quantity, reserved, status } = await countsOf(listing);
  const taken = await takenOf(listing);
  expect({ quantity, reserved }).toEqual({
    quantity: pieces - taken.sold,
    reserved: taken.reserved,
  });
  expect(status).toBe(listingStatus(quantity, reserved));
}

test("the table status_moves has the same state transitions as the code", async () => {
  const { rows } = await sql<{ move: string }>`
    select concat_ws(' ', kind, was, becomes) as move from status_moves
  `.execute(db());
  const named = (kind: string, moves: readonly (readonly string[])[]) =>
    moves.map((move) => [kind, ...move].join(" "));
  const listings = Object.entries(LISTING_MOVES).flatMap(([was, all]) =>
    all.map((becomes) => [was, becomes]),
  );
  expect(rows.map(({ move }) => move).sort()).toEqual(
    [
      ...named("listing", listings),
      ...named("deal", movesOf(DEAL)),
      ...named("offer", movesOf(OFFER)),
      ...named("proposal", movesOf(PROPOSAL)),
    ].sort(),
  );
});

test("the database check of deals.state has the same states as the code", async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'deals_state_check'
  `.execute(db());
  const states = [...(rows[0]?.definition ?? "").matchAll(/'([a-z_]+)'/g)].map(([, state]) => state);
  expect(states.sort()).toEqual([...DEAL_STATES].sort());
});

test("the database refuses every transition of a deal's state that no step makes", async () => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const allowed = movesOf(DEAL).map((move) => move.join());
  const columns = (state: DealState) => {
    const now = sql<Date>`now()`;
    const both = state !== "open" && state !== "cancelled";
    return {
      state,
      seller_confirmed_at: both ? now : null,
      buyer_confirmed_at: both ? now : null,
      given_at: state === "handed_over" || state === "sent" ? now : null,
      received_at: state === "received" ? now : null,
      cancelled_at: state === "cancelled" ? now : null,
      cancelled_by: state === "cancelled" ? ("buyer" as const) : null,
    };
  };
  for (const was of DEAL_STATES)
    for (const becomes of DEAL_STATES.filter((state) => state !== was)) {
      const { id } = await insertRow("deals", {
        seller_id: seller.viewer.id,
        buyer_id: buyer.viewer.id,
        price_cents: 100,
        ...columns(was),
      });
      const moved = updateRows("deals", { id }, columns(becomes));
      if (allowed.includes(`${was},${becomes}`)) await moved;
      else await expect(moved, `${was} to ${becomes}`).rejects.toMatchObject({ constraint: "deal_moves" });
    }
});

test("of random steps only allowed ones are done, and the piece counts match the deals [V2.3.1]", async () => {
  const pieces = 3;
  const actions = fc.array(
    fc.record({
      who: fc.constantFrom("seller", "first", "second", "stranger"),
      what: fc.constantFrom("reserved", "sold", ...DEAL_STEPS),
      with: fc.constantFrom("first", "second", "elsewhere"),
      pieces: fc.integer({ min: 1, max: 2 }),
    }),
    { minLength: 5, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(actions, async (some) => {
      const people: Record<string, Person> = {};
      for (const name of ["seller", "first", "second", "stranger"]) people[name] = await person(name);
      const of = (name: string) => people[name] as Person;
      const listing = await racketOf(of("seller"));
      await setQuantity(listing, pieces);
      const rooms: Record<string, string | null> = { elsewhere: null };
      for (const name of ["first", "second"]) rooms[name] = await roomAbout(of(name), listing);
      const latest: Record<string, string> = {};
      for (const one of some) {
        const viewer = of(one.who).viewer;
        const known = latest[one.with];
        if (one.what === "reserved" || one.what === "sold") {
          const input = dealForm(listing, rooms[one.with] ?? null, {
            as: one.what,
            pieces: String(one.pieces),
          });
          const free = await countsOf(listing);
          const marked = await startDeal(viewer, input).catch(refusedWith);
          if (typeof marked === "number") continue;
          expect(one.who).toBe("seller");
          if (!marked.repeated) expect(free.quantity - free.reserved).toBeGreaterThanOrEqual(one.pieces);
          latest[one.with] = marked.dealId;
        } else if (known !== undefined) {
          const before = await dealRow(known);
          if (!before) throw new Error("a deal is gone");
          const role =
            viewer.id === before.seller_id ? "seller" : viewer.id === before.buyer_id ? "buyer" : null;
          const outcome = await takeStep(viewer, known, stepped(one.what)).catch(refusedWith);
          const facts = dealFacts({ ...before, ...NOBODY_SUSPENDED }, new Date());
          if (role === null) expect(outcome).toBe(404);
          else if (isTaken(DEAL, one.what, facts, role)) expect(outcome).toMatchObject({ repeated: true });
          else if (stepsOf(facts, role).includes(one.what))
            expect(outcome).toMatchObject({ repeated: false });
          else expect(outcome).toBe(409);
        }
        await expectConsistent(listing, pieces);
      }
    }),
    { numRuns: 12 },
  );
});

function refusedWith(thrown: unknown): number {
  if (!(thrown instanceof Refused)) throw thrown;
  return thrown.status;
}

test("of six concurrent deals about the last two pieces, two are made and four refused [M4.1 V2.3.4]", async () => {
  const seller = await person("seller");
  const listing = await racketOf(seller);
  await setQuantity(listing, 2);
  const rooms: string[] = [];
  for (let n = 0; n < 6; n += 1) rooms.push(await roomAbout(await person("buyer"), listing));
  const outcomes = await Promise.all(
    rooms.map((room, n) =>
      startDeal(seller.viewer, dealForm(listing, room, { as: n % 2 ? "sold" : "reserved" })).catch(
        refusedWith,
      ),
    ),
  );
  expect(outcomes.filter((one) => one === 409)).toHaveLength(4);
  expect(outcomes.filter((one) => typeof one !== "number")).toHaveLength(2);
  await expectConsistent(listing, 2);
});

test("concurrent deals and sales outside the shop never take more pieces than there are", async () => {
  const { seller, listing, roomId } = await dealScene();
  const marks = [
    startDeal(seller.viewer, dealForm(listing, roomId, { as: "reserved" })).catch(refusedWith),
    startDeal(seller.viewer, dealForm(listing, null, { deal: randomUUID() })).catch(refusedWith),
  ];
  // Setting the stock to 0 fails while a piece is reserved, and succeeds once all are sold.
  const counted = setQuantity(listing, 0).catch((error: { constraint?: string }) => error.constraint);
  const outcomes = await Promise.all(marks);
  expect([undefined, "listings_reserved"]).toContain(await counted);
  expect(outcomes.filter((one) => one !== 409).length).toBeLessThanOrEqual(1);
  const { quantity, reserved } = await countsOf(listing);
  expect(quantity).toBeGreaterThanOrEqual(reserved);
  expect(reserved).toBe((await takenOf(listing)).reserved);
});
