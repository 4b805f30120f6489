import { createContext, useContext, useEffect, useEffectEvent } from "react";

export type PanelTab = "updates" | "messages";

/** Opens the panels beside every page: notifications and the concierge. */
export interface SidePanels {
  /** Whether the code of a requested panel is still loading. */
  readonly opening: boolean;
  /** Call it when the user is about to open a panel. */
  readonly fetchAhead: () => void;
  /** `opener` gets the focus when the panel closes. */
  readonly openNotifications: (opener: HTMLElement) => void;
  readonly openAssistant: (opener: HTMLElement | null) => void;
}

/** Null where the panels cannot open: their buttons link to a page instead, or are left out. */
export const SidePanelsContext = createContext<SidePanels | null>(null);

export function useSidePanels(): SidePanels | null {
  return useContext(SidePanelsContext);
}

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
