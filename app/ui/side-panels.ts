import { createContext, useContext } from "react";

export type PanelTab = "updates" | "messages";

/** Opens the panels beside every page: notifications and the concierge. */
export interface SidePanels {
  /** Whether a panel was requested and its code is still loading. */
  readonly opening: boolean;
  /** Prefetches the code of the panels. Call it when the user is about to open one. */
  readonly fetchAhead: () => void;
  /** `opener` gets the focus when the panel closes. */
  readonly openNotifications: (opener: HTMLElement) => void;
  readonly openAssistant: (opener: HTMLElement | null) => void;
}

/** Provided by the root of all pages. Null where the panels cannot open: their buttons link to a page instead. */
export const SidePanelsContext = createContext<SidePanels | null>(null);

export function useSidePanels(): SidePanels | null {
  return useContext(SidePanelsContext);
}
