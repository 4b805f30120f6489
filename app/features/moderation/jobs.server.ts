import { sql } from "kysely";
import { RESETS_DUE } from "#app/features/accounts/security/factor-resets.server.ts";
import { refreshDealsWith } from "#app/features/deals/suspension.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { RECENT_SIGNALS_JOB } from "#app/platform/recent-signals.server.ts";
import { afterDecision, endSuspension } from "./cases/effects.server.ts";
import { tellOfViews, VIEWS_DUE } from "./conversations/tell.server.ts";
import { runDueResets } from "./people/commands.server.ts";
import { deleteOldCases } from "./retention.server.ts";
import { findRecentSignals, findSignals } from "./signals/find.server.ts";

/** Ends suspensions whose time is over: the listings of these people are shown again. */
export async function endDueSuspensions(): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from profiles where suspended_until <= now() order by suspended_until limit 100
  `.execute(db());
  for (const { id } of rows) {
    await db()
      .transaction()
      .execute(async (trx) => {
        // A new decision may have suspended the person again.
        const due = await sql`
          select from profiles where id = ${id} and suspended_until <= now() for update
        `.execute(trx);
        if (due.rows.length > 0) await endSuspension(trx, id);
      });
  }
  if (rows.length > 0) await afterDecision(null);
  for (const { id } of rows) await refreshDealsWith(id);
}

export const moderationJobs: JobHandlers = {
  "cases-retention": { work: (_, signal) => deleteOldCases(signal), cron: "23 3 * * *" },
  "suspensions-end": {
    work: endDueSuspensions,
    cron: "*/5 * * * *",
    due: sql<boolean>`exists (select from profiles where suspended_until <= now())`,
  },
  [RECENT_SIGNALS_JOB]: { work: (_, signal) => findRecentSignals(signal), once: true, retries: 1 },
  "conversations-told": {
    work: (_, signal) => tellOfViews(signal),
    cron: "*/5 * * * *",
    due: VIEWS_DUE,
  },
  "factor-resets": { work: runDueResets, cron: "*/5 * * * *", due: RESETS_DUE },
  signals: { work: (_, signal) => findSignals(undefined, signal), cron: "*/5 * * * *" },
};
