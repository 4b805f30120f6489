import { useEffect } from "react";
import type { LivePage } from "#app/ui/use-live-events.ts";
import { useUnread } from "./use-unread.ts";

/** `useUnread` as a part that draws nothing, so that only who is signed in loads it. */
export function UnreadWatch({
  initial,
  page,
  onCount,
}: {
  initial: number;
  page: LivePage;
  onCount: (unread: number) => void;
}) {
  const unread = useUnread(initial, page);
  useEffect(() => onCount(unread), [unread, onCount]);
  return null;
}
