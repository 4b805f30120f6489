import { type RawBuilder, sql } from "kysely";
import { expect } from "vitest";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

/** Connections of `db()` that wait for a lock. The job queue has its own connections, which may wait for its tables. */
const BLOCKED = sql`
  from pg_stat_activity
  where datname = current_database() and application_name = 'second-serve' and wait_event_type = 'Lock'
`;

export async function waitForLocks(count: number): Promise<void> {
  const blocked = async () => (await sql`select ${BLOCKED}`.execute(db())).rows.length;
  await expect.poll(blocked).toBeGreaterThanOrEqual(count);
}

/**
 * Waits until a connection of `db()` waits for a lock, and terminates it, as if its server was killed. Resolves when its
 * locks are released, which happens after the client has received the error.
 */
export async function terminateBlocked(): Promise<void> {
  let pids: number[] = [];
  const terminated = async () => {
    const { rows } = await sql<{ pid: number }>`select pid, pg_terminate_backend(pid) ${BLOCKED}`.execute(
      db(),
    );
    pids = rows.map(({ pid }) => pid);
    return pids.length;
  };
  await expect.poll(terminated).toBe(1);
  const left = async () =>
    (await sql`select from pg_stat_activity where pid = any(${pids})`.execute(db())).rows.length;
  await expect.poll(left).toBe(0);
}

/** Runs commands concurrently: holds a lock that each of them needs, until all wait for it. */
export async function runTogether(
  lock: RawBuilder<unknown>,
  run: () => Promise<unknown>[],
): Promise<PromiseSettledResult<unknown>[]> {
  const waiting = await inTransaction(async (trx) => {
    await lock.execute(trx);
    const runs = run();
    await waitForLocks(runs.length);
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
