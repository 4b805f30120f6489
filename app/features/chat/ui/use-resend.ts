import { useEffect } from "react";
import type { Conversation } from "./conversation.ts";

/** Neither the browser nor an open stream reports a short loss of connection. */
const RETRY_MS = 10_000;

/** Sends waiting messages and fetches missing ones: when the server can be reached again, and at intervals. */
export function useResend(conversation: Conversation, reachable: boolean): void {
  useEffect(() => {
    if (reachable) void conversation.settle();
    const timer = setInterval(() => navigator.onLine && void conversation.settle(), RETRY_MS);
    return () => clearInterval(timer);
  }, [conversation, reachable]);
}
