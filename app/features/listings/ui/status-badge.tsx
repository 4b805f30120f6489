import type { ListingStatus } from "#app/domain/listing.ts";
import { Badge } from "#app/ui/badge.tsx";
import { statusText } from "../status-text.ts";

export function StatusBadge({ status, className }: { status: ListingStatus; className?: string }) {
  const text = statusText(status);
  return text === null ? null : <Badge {...(className && { className })}>{text}</Badge>;
}
