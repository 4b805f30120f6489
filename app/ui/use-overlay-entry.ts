import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useHydrated } from "./use-hydrated.ts";
import { useWindowEvent } from "./use-window-event.ts";

interface OverlayEntry {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

const MARK = { overlay: true } as const;

/**
 * Opens something over the page in a history entry of its own, whose URL has the fragment `name`, so that Back closes
 * it and stays on the page. React Router loads no data when only a fragment is added.
 */
export function useOverlayEntry(name: string): OverlayEntry {
  const fragment = `#${name}`;
  const { hash, key, search, state } = useLocation();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  // The key of the entry that Back left. With it, Back closes the overlay before the page behind it is loaded again.
  const [leftKey, setLeftKey] = useState<string>();
  const isOpen = hydrated && hash === fragment && leftKey !== key;
  useWindowEvent("popstate", () => {
    setLeftKey(window.location.hash === fragment ? undefined : key);
  });
  return {
    isOpen,
    open() {
      // A second press, while its code loads, would make a second entry.
      if (window.location.hash === fragment) return;
      void navigate({ search, hash: fragment }, { preventScrollReset: true, state: { ...state, ...MARK } });
    },
    close() {
      // A second call, before the first has an effect, would leave the page.
      if (!isOpen || window.location.hash !== fragment) return;
      if (state && typeof state === "object" && "overlay" in state) void navigate(-1);
      else void navigate({ search }, { replace: true, preventScrollReset: true, state });
    },
  };
}
