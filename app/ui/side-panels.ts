import { createContext, useContext } from "react";

export type PanelTab = "updates" | "messages";

/** What opens the panels beside every page: that of notifications, and the concierge. */
export interface SidePanels {
  /** One was asked for, and its code is on the way. */
  readonly opening: boolean;
  /** Fetches their code ahead: somebody is about to open one. */
  readonly fetchAhead: () => void;
  /** `opener` has the focus again when it is closed. */
  readonly openNotifications: (opener: HTMLElement) => void;
  readonly openAssistant: (opener: HTMLElement | null) => void;
}

/** Given by the root of all pages; null where they cannot be opened: what would open them leads to a page instead. */
export const SidePanelsContext = createContext<SidePanels | null>(null);

export function useSidePanels(): SidePanels | null {
  return useContext(SidePanelsContext);
}
