import { type RawBuilder, sql } from "kysely";
import type { Sort } from "#app/domain/search.ts";
import { SHELF_ORDER } from "#app/features/listings/on-offer.server.ts";

export const ORDERS: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  relevance: SHELF_ORDER,
  newest: sql`created_at desc, id desc`,
  price_asc: sql`price_cents, id`,
  price_desc: sql`price_cents desc, id desc`,
  // Rounded like the distances on cards (formatKm).
  nearest: sql`floor(distance_km + 0.5) nulls last, created_at desc, id desc`,
};

/** By when listings were listed, or by their place on the shelf. */
export type TimeOrder = "newest" | "relevance";

/** Null when an order is not by time. */
export function timeOf(sort: Sort): TimeOrder | null {
  return sort === "newest" || sort === "relevance" ? sort : null;
}
