import { useEffect, useEffectEvent } from "react";

/** What closes by the device's own way back: Android's gesture or button. Not in every browser, nor in TypeScript's. */
type CloseWatcher = EventTarget & { destroy(): void };

/** Lets the device's way back close what is open, instead of leaving the page under it. */
export function useCloseWatcher(open: boolean, close: () => void): void {
  const closed = useEffectEvent(close);
  useEffect(() => {
    const { CloseWatcher: Watcher } = window as { CloseWatcher?: new () => CloseWatcher };
    if (!open || !Watcher) return;
    const watcher = new Watcher();
    watcher.addEventListener("close", () => closed());
    return () => watcher.destroy();
  }, [open]);
}
