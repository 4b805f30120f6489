import { createContext, useContext } from "react";

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
