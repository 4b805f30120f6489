import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";

/**
 * An SQL expression: whether a listing can be bought. It is then neither fully reserved nor sold. The indexes for
 * browsing contain only such listings.
 */
export const isOnOffer = sql<boolean>`status = 'available'`;

/** An SQL expression: whether others than the owner may see a listing. For queries that read `listings`. */
export const isShown = sql<boolean>`listings.hidden is null`;

/**
 * The listings of a category that are on offer, as a table to select from. Browsing, search and counts all use it
 * (docs/decisions/0045-listing-status.md). It selects from the category's partition: through `listings`, every query
 * plan would check the type of each row.
 */
export function onOffer({ plural }: Pick<CategoryDefinition, "plural">): RawBuilder<unknown> {
  return sql`(select * from ${sql.table(plural)} where ${isOnOffer})`;
}
