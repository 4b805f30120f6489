import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";

/** That a listing can be had: neither reserved as a whole nor sold. The indexes of browsing hold such ones alone. */
export const isOnOffer = sql<boolean>`status = 'available'`;

/**
 * The listings of a category that are on offer, as a table to select from: all that is browsed, searched and counted
 * (docs/decisions/0045-listing-status.md). It is the partition itself: asked through `listings`, every plan would check
 * each row's type.
 */
export function onOffer({ plural }: Pick<CategoryDefinition, "plural">): RawBuilder<unknown> {
  return sql`(select * from ${sql.table(plural)} where ${isOnOffer})`;
}
