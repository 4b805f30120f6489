import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useHydrated } from "./use-hydrated.ts";
import { useWindowEvent } from "./use-window-event.ts";

/** What is open over the page, and the two ways to change it. */
export interface OverlayEntry {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

const MARK = { overlay: true } as const;

/**
 * Whether the URL has this fragment ("#photos"), with which something over the page is open. Only after hydration.
 * @returns also a function that takes it for closed until the URL has changed
 */
export function useFragment(fragment: string): { readonly isOpen: boolean; readonly leave: () => void } {
  const { hash, key } = useLocation();
  const hydrated = useHydrated();
  // The key of the entry that was left. With it, Back closes what is open before the page behind it is loaded again.
  const [leftKey, setLeftKey] = useState<string>();
  useWindowEvent("popstate", () => setLeftKey(window.location.hash === fragment ? undefined : key));
  return { isOpen: hydrated && hash === fragment && leftKey !== key, leave: () => setLeftKey(key) };
}

/**
 * Opens something over the page in a history entry of its own, whose URL has the fragment `name`, so that Back closes
 * it and stays on the page. React Router loads no data when only a fragment is added.
 */
export function useOverlayEntry(name: string): OverlayEntry {
  const fragment = `#${name}`;
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const { isOpen } = useFragment(fragment);
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
