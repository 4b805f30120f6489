import type { ListingStatus } from "#app/domain/listing.ts";
import { m } from "#app/paraglide/messages.js";

/** "Reserved", "Sold", "Hidden"; null for an available listing. */
export function statusText(status: ListingStatus): string | null {
  if (status === "available") return null;
  if (status === "hidden") return m.listing_hidden();
  return status === "sold" ? m.listing_sold() : m.listing_reserved();
}
