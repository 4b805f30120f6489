import { useEffect } from "react";
import type { Conversation } from "./conversation.ts";

/** A connection that breaks for a moment is not told of by the browser, nor by a stream that stands. */
const RETRY_MS = 10_000;

/** Sends what waits and fetches what is missing: once the server can be reached again, and from time to time. */
export function useResend(conversation: Conversation, reachable: boolean): void {
  useEffect(() => {
    if (reachable) void conversation.settle();
    const timer = setInterval(() => navigator.onLine && void conversation.settle(), RETRY_MS);
    return () => clearInterval(timer);
  }, [conversation, reachable]);
}
