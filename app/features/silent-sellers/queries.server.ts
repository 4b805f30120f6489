import { db } from "#app/platform/db.server.ts";
import { SILENT_DAYS } from "./rules.ts";
import type { SilenceView } from "./view.ts";

/** The open question to a silent seller. Null when the user was not asked, or has answered. */
export async function silenceOf(userId: string): Promise<SilenceView | null> {
  const row = await db()
    .selectFrom("silent_sellers")
    .select(["asked_at", "hidden_at"])
    .where("user_id", "=", userId)
    .where("answered_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const until = new Date(row.asked_at.getTime() + SILENT_DAYS.hide * 86_400_000);
  return { hidden: row.hidden_at !== null, until: until.toISOString() };
}
