import type { ListingStatus } from "#app/domain/listing-status.ts";
import { Badge } from "#app/ui/badge.tsx";
import { statusText } from "../status-text.ts";

/** Why a listing cannot be had, in a word; nothing where it can. */
export function StatusBadge({ status, className }: { status: ListingStatus; className?: string }) {
  const text = statusText(status);
  return text === null ? null : <Badge {...(className && { className })}>{text}</Badge>;
}
