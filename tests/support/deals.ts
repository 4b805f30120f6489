import { sql } from "kysely";
import type { DealState } from "#app/domain/deal.ts";
import { db } from "#app/platform/db.server.ts";
import type { Person } from "./people.ts";

/** A deal of these two in some state, in the database: about a thing that is not there any more, for €50.00. */
export async function dealOf(
  seller: Person,
  buyer: Person,
  state: DealState = "agreed",
  name = "Blade 98",
): Promise<string> {
  const isConfirmed = state !== "open" && state !== "cancelled";
  const given = state === "handed_over" || state === "sent" || state === "received";
  const now = sql<Date>`now()`;
  const { id } = await db()
    .insertInto("deals")
    .values({
      listing_type: "racket",
      listing_name: name,
      seller_id: seller.viewer.id,
      buyer_id: buyer.viewer.id,
      price_cents: 5_000,
      state,
      ...(isConfirmed && { seller_confirmed_at: now, buyer_confirmed_at: now }),
      ...(given && { given_at: now }),
      ...(state === "received" && { received_at: now }),
      ...(state === "cancelled" && { cancelled_at: now, cancelled_by: "seller" as const }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
