import { sql } from "kysely";
import { DAY_MS } from "#app/domain/time.ts";
import { db } from "#app/platform/db.server.ts";
import type { SilenceView } from "./ui/still-for-sale.tsx";

export const SILENT_DAYS = {
  /** After this many days without an answer to a buyer, a seller is asked whether their listings are still for sale. */
  ask: 30,
  /** This many days after the question, the listings of a seller who is still silent are hidden. */
  hide: 14,
} as const;

/** The check ignores messages of buyers that are older than this many days: earlier runs have checked them. */
export const OLDEST_QUESTION_DAYS = 90;

/**
 * A silent seller's open question, or hidden listings. Listings stay hidden after an answer, until the seller shows them
 * again. Null for any other user.
 */
export async function silenceOf(userId: string): Promise<SilenceView | null> {
  const row = await db()
    .selectFrom("silent_sellers")
    .select([
      "asked_at",
      sql<boolean>`answered_at is null`.as("open"),
      sql<boolean>`hidden_at is not null or exists (
        select from listings where listings.user_id = silent_sellers.user_id and hidden = 'unanswered'
      )`.as("hidden"),
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!row || !(row.open || row.hidden)) return null;
  const until = new Date(row.asked_at.getTime() + SILENT_DAYS.hide * DAY_MS);
  return { hidden: row.hidden, until: until.toISOString() };
}
