import type { Insertable } from "kysely";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import type { Person } from "./people.ts";

type Sale = Partial<Insertable<DB["deals"]>>;

/** A sale of somebody's in the database, of a listing that is gone; without more said both confirmed it now. */
export async function saleOf(seller: Person, sale: Sale = {}): Promise<string> {
  const { id } = await db()
    .insertInto("deals")
    .values({
      listing_type: "racket",
      listing_name: "Blade 98",
      price_cents: 10_000,
      state: "agreed",
      seller_confirmed_at: new Date(),
      buyer_confirmed_at: new Date(),
      // Whoever cancelled is said of each that was.
      cancelled_by: sale.cancelled_at ? "seller" : null,
      ...sale,
      seller_id: seller.viewer.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** What a sale with somebody who is not here is. */
export const ELSEWHERE = { elsewhere: true, state: "open", buyer_confirmed_at: null } as const;
