import { sql, type Transaction } from "kysely";
import { DEAL } from "#app/domain/deal-process.ts";
import { refusalOf, toldOf } from "#app/domain/process.ts";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { publishingTransaction } from "#app/platform/events.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { deleteOldAddresses } from "./address.server.ts";
import { notifyDeal } from "./notify.server.ts";
import { lockDeal, writeStep } from "./rows.server.ts";

const REQUESTS_AT_ONCE = 100;

/** Cancels "Buy Now" requests that the seller did not confirm in time. */
export async function endLapsedRequests(signal?: AbortSignal): Promise<void> {
  const due = await db()
    .selectFrom("deals")
    .select("id")
    .where("state", "=", "open")
    .where("lapses_at", "<=", sql<Date>`now()`)
    .orderBy("lapses_at")
    .limit(REQUESTS_AT_ONCE)
    .execute();
  for (const { id } of due) {
    if (signal?.aborted) return;
    invalidateListingPages(await publishingTransaction((trx) => lapse(trx, id)));
  }
}

/** @returns the types of the listings that are available again */
async function lapse(trx: Transaction<DB>, id: string): Promise<string[]> {
  const locked = await lockDeal(trx, id);
  const taken = { role: "time", now: null } as const;
  // The seller has confirmed or declined the request in the meantime.
  if (!locked || refusalOf(DEAL, "lapse", locked.facts, "time", taken) !== null) return [];
  await writeStep(trx, locked, "lapse", "time");
  const told = toldOf(DEAL, "lapse", locked.facts, taken);
  await notifyDeal(trx, null, id, told);
  return locked.items.map(({ listing_type }) => listing_type);
}

export const dealJobs: JobHandlers = {
  "deal-requests": {
    work: (_, signal) => endLapsedRequests(signal),
    cron: "* * * * *",
    due: sql<boolean>`exists (select from deals where state = 'open' and lapses_at <= now())`,
  },
  "deal-addresses": { work: (_, signal) => deleteOldAddresses(signal), cron: "37 * * * *" },
};
