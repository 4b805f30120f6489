import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";

/** Whether a listing can be bought: neither fully reserved nor sold. The browsing indexes hold only such listings. */
export const isOnOffer = sql<boolean>`status = 'available'`;

/** Whether others than the owner may see a listing. For queries that read `listings`. */
export const isShown = sql<boolean>`listings.hidden is null`;

/**
 * The listings of a category that are on offer, as a table to select from. Browsing, search and counts all use it
 * (docs/decisions/0045-listing-status.md). It is the partition itself: through `listings`, every plan would check each
 * row's type.
 */
export function onOffer({ plural }: Pick<CategoryDefinition, "plural">): RawBuilder<unknown> {
  return sql`(select * from ${sql.table(plural)} where ${isOnOffer})`;
}
