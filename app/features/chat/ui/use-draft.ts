import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import type { Unsent } from "../thread.ts";
import type { Conversation } from "./conversation.ts";
import {
  type DraftKey,
  loadText,
  loadUnsent,
  saveText,
  saveUnsent,
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
  // What this tab kept or took over last. What was taken over is not written: the other tab may have typed on, and two
  // that answer each other would end with what is older, or with nothing.
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
    saveUnsent({ userId, roomId }, kept.current, unsent);
    kept.current = unsent;
  }, [userId, roomId, unsent]);
  const restore = useEffectEvent(() => {
    const typed = loadText({ userId, roomId });
    if (text === "" && typed !== "") takeOver(typed);
    kept.current = loadUnsent({ userId, roomId });
    conversation.restore(kept.current);
  });
  // After the two that keep: an empty field that is about to be filled is nobody's words.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a conversation is one person's, in one room
  useEffect(() => {
    restore();
    loaded.current = true;
    return () => {
      loaded.current = false;
    };
  }, [userId, roomId]);

  // Typed or sent in another tab: this one follows, unless it holds other words.
  const follow = useEffectEvent(({ key, oldValue, newValue }: StorageEvent) => {
    if (key === textEntry({ userId, roomId }) && known.current === (oldValue ?? "")) takeOver(newValue ?? "");
  });
  useEffect(() => {
    const onStorage = (event: StorageEvent) => follow(event);
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
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
