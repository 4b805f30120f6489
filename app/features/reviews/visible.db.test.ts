// Compares when reviews are public with a simple model, for random orders of writing, deleting and waiting.
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { resetLimit } from "#app/platform/rate-limit.server.ts";
import { orRefused } from "#app/platform/refused.server.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person } from "#tests/support/people.ts";
import { deleteHiddenReview, writeReview } from "./commands.server.ts";

let people: readonly [Person, Person];

openDatabase(async (url) => {
  await captureNotices(url);
  people = [await person("seller"), await person("buyer")];
});

type Who = 0 | 1;
type Step = { write: Who; rating: number } | { takeBack: Who } | { wait: number };

const who = fc.constantFrom<Who>(0, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ write: who, rating: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ takeBack: who }),
  // In days. Never exactly seven, because the test itself takes some time.
  fc.record({ wait: fc.constantFrom(0.5, 2, 3.25, 6.9, 7.1, 30) }),
);

/** The model: both reviews are public once both are written. A single review is public after seven days. */
class Rule {
  day = 0;
  written: [{ rating: number; day: number } | null, { rating: number; day: number } | null] = [null, null];
  shown: [boolean, boolean] = [false, false];

  do(next: Step): void {
    if ("wait" in next) this.day += next.wait;
    else if ("write" in next) {
      if (!this.shown[next.write])
        this.written[next.write] = {
          rating: next.rating,
          day: this.written[next.write]?.day ?? this.day,
        };
    } else if (!this.shown[next.takeBack]) this.written[next.takeBack] = null;
    const [one, other] = this.written;
    this.shown = [this.isShown(one, other), this.isShown(other, one)];
  }

  private isShown(mine: { day: number } | null, theirs: { day: number } | null): boolean {
    return mine !== null && (theirs !== null || this.day >= mine.day + 7);
  }

  visible(): (number | null)[] {
    return this.written.map((one, index) => (one && this.shown[index] ? one.rating : null));
  }
}

async function doIt(deal: string, next: Step): Promise<void> {
  if ("wait" in next)
    await sql`
      update user_reviews set visible_at = visible_at - make_interval(secs => ${next.wait * 86_400})
      where deal_id = ${deal} and visible_at > now()
    `.execute(db());
  else if ("write" in next)
    await orRefused(writeReview(people[next.write].viewer, deal, { rating: next.rating, comment: "" }));
  else await orRefused(deleteHiddenReview(people[next.takeBack].viewer, deal));
}

async function visible(deal: string): Promise<(number | null)[]> {
  const { rows } = await sql<{ by: string; rating: number }>`
    select reviewer_id as by, rating from visible_reviews where deal_id = ${deal}
  `.execute(db());
  return people.map(({ viewer }) => rows.find(({ by }) => by === viewer.id)?.rating ?? null);
}

test("after any actions of the two people, exactly those reviews are visible that the rules allow", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const deal = await orderOf({ seller: people[0], buyer: people[1], state: "sent" });
      for (const { viewer } of people) await resetLimit("review_write", viewer.id);
      const rule = new Rule();
      for (const next of steps) {
        await doIt(deal, next);
        rule.do(next);
        expect(await visible(deal)).toEqual(rule.visible());
      }
    }),
    { numRuns: 60 },
  );
});
