import { useEffect } from "react";
import { useWindowEvent } from "#app/ui/use-window-event.ts";
import type { Conversation } from "./conversation.ts";

/** Unsent messages are sent again this often, because nothing reports a short loss of connection. */
const RETRY_MS = 10_000;

/** Marks the conversation as read while its end is visible, and asks for news when the tab or the network comes back. */
export function useReadMark(
  conversation: Conversation,
  thread: Conversation["thread"],
  atEnd: boolean,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed conversation may have a new message
  useEffect(() => {
    if (!atEnd || document.visibilityState !== "visible") return;
    // After the next paint, which must not wait for this request.
    const frame = requestAnimationFrame(() => void conversation.markRead());
    return () => cancelAnimationFrame(frame);
  }, [conversation, thread, atEnd]);
  const back = () => {
    if (document.visibilityState !== "visible" || !navigator.onLine) return;
    void conversation.catchUp();
    if (atEnd) void conversation.markRead();
  };
  useWindowEvent("visibilitychange", back);
  useWindowEvent("online", back);
}

/** Sends unsent messages again. */
export function useResend(conversation: Conversation, reachable: boolean): void {
  useEffect(() => {
    if (reachable) void conversation.settle();
    const timer = setInterval(() => navigator.onLine && void conversation.settle(), RETRY_MS);
    return () => clearInterval(timer);
  }, [conversation, reachable]);
}
