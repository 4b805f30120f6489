import type { ListingStatus } from "#app/domain/listing-status.ts";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";

const TEXTS = {
  reserved: { own: m.listing_own_reserved_text, others: m.listing_reserved_text },
  sold: { own: m.listing_own_sold_text, others: m.listing_sold_text },
} as const;

/** On the page of an unavailable listing: the reason, and what the visitor can do. */
export function StatusBanner({ status, own }: { status: ListingStatus; own: boolean }) {
  if (status === "available") return null;
  return <Alert tone="notice">{TEXTS[status][own ? "own" : "others"]()}</Alert>;
}
