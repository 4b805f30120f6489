import { createContext, useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and in the first render of the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The reader's time zone as the server knows it from an earlier page, and the moment at which it made this page. */
export interface Clock {
  readonly timeZone: string;
  readonly now: string;
}

/**
 * Null while the server does not know the time zone. Not in time-format.ts, which a first visit does not load: every
 * page has this context.
 */
export const ClockContext = createContext<Clock | null>(null);

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
