import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { ListingKey } from "#app/domain/listing.ts";

/** An SQL expression: whether a listing can be bought. The indexes for browsing contain only such listings. */
export const isOnOffer = sql<boolean>`status = 'available'`;

/**
 * An SQL expression: the time by which a listing is placed on the shelf. It is when it was listed, or earlier for the
 * further listings of a seller on one day (docs/decisions/0138-fair-shelves.md). Without a time zone, in UTC.
 */
export const SHELVED_AT = sql`shelved_at(created_at, shelf_place)`;

/** The default order of lists. An index has it, for listings on offer. */
export const SHELF_ORDER = sql`${SHELVED_AT} desc, id desc`;

/** An SQL expression: whether others than the owner may see a listing. For queries that read `listings`. */
export const isShown = sql<boolean>`listings.hidden is null`;

/**
 * An SQL expression: whether the owner may change a listing, which moderators may have removed. For queries that read
 * `listings`.
 */
export const isEditable = sql<boolean>`listings.hidden is distinct from 'removed'`;

/**
 * A table expression, which browsing, search and counts all use (docs/decisions/0003-listings-table.md). It selects
 * from the category's partition: through `listings`, every query plan would check the type of each row.
 */
export function onOffer({ plural }: Pick<CategoryDefinition, "plural">): RawBuilder<unknown> {
  return sql`(select * from ${sql.table(plural)} where ${isOnOffer})`;
}

/** The last listing of a page of a list, the newest first. */
export interface Placed extends ListingKey {
  readonly created_at: Date;
}

/** An SQL expression: whether a listing comes after that one. Where it is gone, its time is known to the millisecond. */
export function isOlderThan({ type, id, created_at }: Placed): RawBuilder<boolean> {
  const exactly = sql`(select created_at from listings last where last.type = ${type} and last.id = ${id})`;
  return sql<boolean>`(created_at, id) < (coalesce(${exactly}, ${created_at}), ${id}::uuid)`;
}
