import { sql } from "kysely";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { hideListings } from "#app/features/listings/writes.server.ts";
import { db, extendStatementTimeout } from "#app/platform/db.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";

/**
 * Records that a seller's listings are still for sale. Listings that were hidden because the seller was silent are
 * shown again. Those of a suspended seller stay hidden. A second call changes nothing.
 * @returns `shown`: whether listings had been hidden because the seller was silent
 * @throws 429 rate limit
 */
export async function stillForSale(userId: string): Promise<{ shown: boolean }> {
  await limit("listing_write", userId);
  const shown = await db()
    .transaction()
    .execute(async (trx) => {
      // The job that hides listings locks this row too, so the two run one after the other.
      const { rows } = await sql`
        select from silent_sellers where user_id = ${userId} for update
      `.execute(trx);
      if (rows.length === 0) return false;
      // The update may take long: a seller may have very many listings.
      await extendStatementTimeout(trx);
      const { numAffectedRows = 0n } = await hideListings(
        sql`user_id = ${userId} and hidden = 'unanswered'`,
        sql`(select 'suspended' from profiles where profiles.id = listings.user_id and suspended_until > now())`,
      ).execute(trx);
      await sql`
        update silent_sellers set answered_at = now(), hidden_at = null
        where user_id = ${userId} and (answered_at is null or ${numAffectedRows > 0n})
      `.execute(trx);
      return numAffectedRows > 0n;
    });
  if (shown) invalidateListingPages(CATEGORIES.map(({ type }) => type));
  return { shown };
}
