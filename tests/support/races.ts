import { type RawBuilder, sql } from "kysely";
import { expect } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

/** Waits until this many connections wait for a lock. */
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

/** Locks the rows that all these commands lock first, so that all are waiting when the lock is released. */
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

/** The outcome of each command, sorted: "done", "repeated", or the status of a refusal. */
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
