import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import type { Unsent } from "../thread.ts";
import type { Conversation } from "./conversation.ts";
import {
  type DraftKey,
  keepText,
  keepUnsent,
  loadText,
  loadUnsent,
  textEntry,
  watchDrafts,
} from "./draft.ts";

/** Keeps what is typed, and what was not sent, until it is: for every tab of the browser, and after the last is closed. */
export function useDraft(
  { userId, roomId }: DraftKey,
  text: string,
  setText: (text: string) => void,
  conversation: Conversation,
): void {
  const { unsent } = conversation.thread;
  const loaded = useRef(false);
  const kept = useRef<readonly Unsent[]>([]);
  const restore = useEffectEvent(() => {
    const typed = loadText({ userId, roomId });
    if (text === "" && typed !== "") setText(typed);
    kept.current = loadUnsent({ userId, roomId });
    conversation.restore(kept.current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a conversation is one person's, in one room
  useEffect(() => {
    restore();
    loaded.current = true;
  }, [userId, roomId]);
  useEffect(() => {
    if (loaded.current) keepText({ userId, roomId }, text);
  }, [userId, roomId, text]);
  useEffect(() => {
    if (!loaded.current) return;
    keepUnsent({ userId, roomId }, kept.current, unsent);
    kept.current = unsent;
  }, [userId, roomId, unsent]);

  // Typed or sent in another tab: this one follows, unless it holds other words.
  const follow = useEffectEvent(({ key, oldValue, newValue }: StorageEvent) => {
    if (key === textEntry({ userId, roomId }) && text === (oldValue ?? "")) setText(newValue ?? "");
  });
  useEffect(() => {
    const heard = (event: StorageEvent) => follow(event);
    addEventListener("storage", heard);
    return () => removeEventListener("storage", heard);
  }, []);
}

/** The draft of a room, as its row in the inbox shows it. "" on the server. */
export function useDraftText({ userId, roomId }: DraftKey): string {
  return useSyncExternalStore(
    watchDrafts,
    () => loadText({ userId, roomId }),
    () => "",
  );
}
