import type { ListingStatus } from "#app/domain/listing-status.ts";
import { m } from "#app/paraglide/messages.js";

/** "Reserved", "Sold"; nothing needs to be said of what is available. */
export function statusText(status: ListingStatus): string | null {
  if (status === "available") return null;
  return status === "sold" ? m.listing_sold() : m.listing_reserved();
}
