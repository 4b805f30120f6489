import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { setFavorite } from "#app/features/favorites/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { notifyFavoriteChanges } from "./changes.server.ts";

/** What a user knows about a listing: its price, or null when it is not for sale. */
type Known = number | null;
type Listing = { cents: number; quantity: number; gone: boolean };

let seller: Person;
let people: Person[];

openDatabase(async (url) => {
  await captureNotices(url);
  seller = await person("seller");
  people = [await person("anna"), await person("ben")];
});

const which = fc.nat(1);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("price"), which, cents: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("quantity"), which, quantity: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("favorite"), which, who: fc.nat(1), on: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete"), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("notify") }) },
);
type Step = {
  do: string;
  which?: number;
  cents?: number;
  quantity?: number;
  who?: number;
  on?: boolean;
};

const priceOf = ({ cents, quantity, gone }: Listing): Known => (gone || quantity === 0 ? null : cents);

function expected(known: Known, now: Known): object | null {
  if (known === null) return now === null ? null : { kind: "back" };
  if (now === null) return { kind: "sold" };
  return now < known ? { kind: "price_drop", wasCents: known, nowCents: now } : null;
}

test("after random changes, a person is notified once of each difference since their last notice", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (drawn) => {
      await db().deleteFrom("listings").execute();
      await db().deleteFrom("listing_changes").execute();
      await clearNotices();
      const keys = [await racketOf(seller, { cents: 3 }), await racketOf(seller, { cents: 3 })];
      const listings = keys.map((): Listing => ({ cents: 3, quantity: 1, gone: false }));
      // For each listing, by user.
      const known = keys.map(() => new Map<string, Known>());
      const wanted: string[] = [];

      async function run(one: Step): Promise<void> {
        const at = one.which ?? 0;
        const [key, listing, knownByUser] = [keys[at], listings[at], known[at]];
        if (!key || !listing || !knownByUser) throw new Error("No such listing.");
        const row = db().updateTable("listings").where("id", "=", key.id);
        if (one.do === "notify") return notify();
        if (listing.gone) return;
        if (one.do === "price") {
          listing.cents = one.cents ?? 0;
          await row.set({ price_cents: listing.cents }).execute();
        } else if (one.do === "quantity") {
          listing.quantity = one.quantity ?? 0;
          await row.set({ quantity: listing.quantity }).execute();
        } else if (one.do === "delete") {
          listing.gone = true;
          await db().deleteFrom("listings").where("id", "=", key.id).execute();
        } else {
          const who = people[one.who ?? 0];
          if (!who) throw new Error("No such person.");
          await setFavorite(who.viewer, key, one.on === true);
          if (!one.on) knownByUser.delete(who.viewer.id);
          else if (!knownByUser.has(who.viewer.id)) knownByUser.set(who.viewer.id, priceOf(listing));
        }
      }

      async function notify(): Promise<void> {
        listings.forEach((listing, at) => {
          for (const [id, before] of known[at] ?? []) {
            const news = expected(before, priceOf(listing));
            if (news) wanted.push(JSON.stringify([keys[at]?.id, id, news]));
            known[at]?.set(id, priceOf(listing));
          }
          if (listing.gone) known[at]?.clear();
        });
        await notifyFavoriteChanges();
      }

      for (const one of drawn as Step[]) await run(one);
      await notify();
      const notified = (await notices()).flatMap(({ kind, facts, path, userIds }) => {
        const prices = "wasCents" in facts ? { wasCents: facts.wasCents, nowCents: facts.nowCents } : {};
        return userIds.map((id) => JSON.stringify([path?.split("/").at(-1), id, { kind, ...prices }]));
      });
      expect(notified.toSorted()).toEqual(wanted.toSorted());
      const events = (await notices()).flatMap(({ kind, eventKey, userIds }) =>
        userIds.map((id) => `${kind} ${eventKey} ${id}`),
      );
      expect(new Set(events).size).toBe(events.length);
      const { rows } = await sql`select from listing_changes where what <> 'new'`.execute(db());
      expect(rows).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
