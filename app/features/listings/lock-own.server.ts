import { sql, type Transaction } from "kysely";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { isId } from "#app/domain/ids.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import type { DB } from "#app/platform/db-types.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { sentence } from "./texts.server.ts";

/** What a listing's owner can change outside the edit form. */
export interface PriceAndQuantity {
  readonly priceCents: number;
  readonly quantity: number;
}

function listingNotFound(type: string): Refused {
  const category = categoryOfType(type);
  return category
    ? new Refused("listing_not_found", { sentence: sentence(category, "not_found") })
    : new Refused("home_not_found");
}

/**
 * Locks the listing until the transaction ends, so that nothing changes between the check and the write.
 * @param seen the only version of it that may be changed (`listingVersion`); null for any
 * @throws Refused "listing_not_found", "listing_not_yours", "precondition_failed"
 */
export async function lockOwn(
  trx: Transaction<DB>,
  viewer: Viewer,
  action: "edit" | "delete",
  key: ListingKey,
  seen: string | null = null,
): Promise<{ readonly current: PriceAndQuantity; readonly version: string }> {
  if (!isId(key.id)) throw listingNotFound(key.type);
  const listing = await trx
    .selectFrom("listings")
    .select(["user_id as userId", "price_cents as priceCents", "quantity", "hidden"])
    .select(sql<string>`xmin::text`.as("version"))
    .where("type", "=", key.type)
    .where("id", "=", key.id)
    .forUpdate()
    .executeTakeFirst();
  // The owner cannot edit a listing that moderators removed.
  if (!listing || (listing.hidden === "removed" && action === "edit")) throw listingNotFound(key.type);
  if (!can(viewer, action, { kind: "listing", ...listing })) throw new Refused("listing_not_yours");
  const { priceCents, quantity, version } = listing;
  if (seen !== null && version !== seen) throw new Refused("precondition_failed");
  return { current: { priceCents, quantity }, version };
}
