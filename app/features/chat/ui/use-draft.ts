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
 * Keeps the typed text and unsent messages until they are sent: for every tab of the browser, and after the last is
 * closed.
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
  // The text that this tab last stored or took over. A text that was taken over is not stored: the other tab may have
  // typed on, and two tabs that answer each other would end with a stale or empty text.
  const known = useRef(text);
  const takeOver = (typed: string) => {
    known.current = typed;
    setText(typed);
  };
  useEffect(() => {
    if (!loaded.current || text === known.current) return;
    known.current = text;
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person or room has another draft, which `restore` reads
  useEffect(() => {
    restore();
    loaded.current = true;
    return () => {
      loaded.current = false;
    };
  }, [userId, roomId]);

  useWindowEvent("storage", ({ key, oldValue, newValue }) => {
    // Typed or sent in another tab: this one follows, unless it has its own text.
    if (key === textEntry({ userId, roomId }) && known.current === (oldValue ?? "")) takeOver(newValue ?? "");
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
