import { sql } from "kysely";
import { DAY_MS } from "#app/domain/time.ts";
import { db } from "#app/platform/db.server.ts";
import { deleteExpiredHeldUsernames, HELD_DAYS } from "#app/platform/held-usernames.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { sessionEnd } from "#app/platform/session.server.ts";
import { mailReset, RESET_JOB } from "./commands.server.ts";
import { deleteExpiredDevices } from "./devices.server.ts";
import { deleteOldTokens } from "./door/tokens.server.ts";
import { neverVerified } from "./queries.server.ts";
import { deleteOldResets } from "./security/factor-resets.server.ts";

/**
 * Deletes expired data of accounts, such as sessions and codes, and stored mails after a month. It also deletes
 * accounts that were not verified within a week, so that their usernames are free again.
 */
export async function deleteExpiredAccountData(): Promise<void> {
  const now = sql<Date>`now()`;
  await db().deleteFrom("sessions").where(sessionEnd(), "<", now).execute();
  await db().deleteFrom("verifications").where("expires_at", "<", now).execute();
  await db().deleteFrom("rate_limits").where("expire", "<", Date.now()).execute();
  await db()
    .deleteFrom("auth_rate_limits")
    .where("last_request", "<", Date.now() - DAY_MS)
    .execute();
  await deleteExpiredHeldUsernames(db());
  await db()
    .deleteFrom("former_usernames")
    .where("left_at", "<", sql<Date>`now() - make_interval(days => ${HELD_DAYS})`)
    .execute();
  await db().deleteFrom("mails").where("created_at", "<", sql<Date>`now() - interval '30 days'`).execute();
  await deleteExpiredDevices();
  await deleteOldTokens();
  await deleteOldResets();
  await db()
    .deleteFrom("users")
    .where(
      "id",
      "in",
      neverVerified(db()).where("users.created_at", "<", sql<Date>`now() - interval '7 days'`),
    )
    .execute();
}

export const accountJobs: JobHandlers = {
  [RESET_JOB]: { work: mailReset },
  "accounts-sweep": { work: deleteExpiredAccountData, cron: "17 3 * * *" },
};
