import { type RawBuilder, sql } from "kysely";
import { expect } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

/** Waits until this many connections wait for a row. */
export async function allWait(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(db());
      return rows[0]?.count;
    })
    .toBeGreaterThanOrEqual(count);
}

/** Holds the rows that all commands lock first, so that all wait for them at once. */
export async function heldRows(
  lock: RawBuilder<unknown>,
  run: () => Promise<unknown>[],
): Promise<PromiseSettledResult<unknown>[]> {
  const waiting = await db()
    .transaction()
    .execute(async (trx) => {
      await lock.execute(trx);
      const runs = run();
      await allWait(runs.length);
      return { settled: Promise.allSettled(runs) };
    });
  return waiting.settled;
}

/** Which were done, which were repeated, and the status of each refusal. */
export function outcomesOf(settled: readonly PromiseSettledResult<unknown>[]): (string | number)[] {
  return settled
    .map((one) => {
      if (one.status === "fulfilled")
        return (one.value as { repeated?: boolean } | undefined)?.repeated ? "repeated" : "done";
      if (one.reason instanceof Refused) return one.reason.status;
      throw one.reason;
    })
    .sort();
}
