import { useEffect, useEffectEvent } from "react";

/** Not every browser has it, and TypeScript's types lack it. */
type CloseWatcher = EventTarget & { destroy(): void };

/** Lets the device's back gesture close the open element instead of leaving the page. */
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
