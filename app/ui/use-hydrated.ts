import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and in the first render of the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Tailwind's `lg`. */
const WIDE = "(width >= 64rem)";

/** Whether the window is wide enough for columns beside each other. The server, which cannot know, assumes so. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
}
