import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { useWindowEvent } from "#app/ui/use-window-event.ts";
import type { Unsent } from "../thread.ts";
import type { Conversation } from "./conversation.ts";
import {
  type DraftKey,
  loadText,
  loadUnsent,
  removedIds,
  saveText,
  saveUnsent,
  textEntry,
  unsentEntry,
  watchDrafts,
} from "./draft.ts";

/**
 * Stores the typed text and the unsent messages until they are sent. All tabs of the browser share them, and they stay
 * when the last tab is closed.
 */
export function useDraft(
  { userId, roomId }: DraftKey,
  text: string,
  setText: (text: string) => void,
  conversation: Conversation,
): void {
  const { unsent } = conversation.thread;
  const loaded = useRef(false);
  const saved = useRef<readonly Unsent[]>([]);
  // The text that this tab last stored, or took over from another tab. It is not stored again: the user may have typed
  // more in the other tab since.
  const lastText = useRef(text);
  const takeOver = (typed: string) => {
    lastText.current = typed;
    setText(typed);
  };
  useEffect(() => {
    if (!loaded.current || text === lastText.current) return;
    lastText.current = text;
    saveText({ userId, roomId }, text);
  }, [userId, roomId, text]);
  useEffect(() => {
    if (!loaded.current) return;
    saveUnsent({ userId, roomId }, saved.current, unsent);
    saved.current = unsent;
  }, [userId, roomId, unsent]);
  const restore = useEffectEvent(() => {
    const typed = loadText({ userId, roomId });
    if (text === "" && typed !== "") takeOver(typed);
    saved.current = loadUnsent({ userId, roomId });
    conversation.restore();
  });
  // Runs after the two effects that store the draft: they must not store the field while it is still empty.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `restore` reads another draft for another person or room
  useEffect(() => {
    restore();
    loaded.current = true;
    return () => {
      loaded.current = false;
    };
  }, [userId, roomId]);

  useWindowEvent("storage", ({ key, oldValue, newValue }) => {
    // A change in another tab is taken over, unless this tab has its own text.
    if (key === textEntry({ userId, roomId }) && lastText.current === (oldValue ?? ""))
      takeOver(newValue ?? "");
    if (key === unsentEntry({ userId, roomId })) conversation.remove(removedIds(oldValue, newValue));
  });
}

/** The draft of a room, for its row in the inbox. "" on the server. */
export function useDraftText({ userId, roomId }: DraftKey): string {
  return useSyncExternalStore(
    watchDrafts,
    () => loadText({ userId, roomId }),
    () => "",
  );
}
