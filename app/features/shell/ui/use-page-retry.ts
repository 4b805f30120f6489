import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";

/** The pauses before the attempts, in seconds; the last one repeats. */
const PAUSES = [3, 5, 10, 20, 40, 60];
/** With these pauses, the last attempt is after a little over half an hour. */
const MAX_ATTEMPTS = 36;

/** Reloads the page's data with growing pauses, while `active` is true. */
export function usePageRetry(active: boolean): void {
  const { revalidate, state } = useRevalidator();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!active || state !== "idle" || tries >= MAX_ATTEMPTS) return;
    const seconds = PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0;
    // Adds jitter, because all waiting browsers started at the same moment.
    const pause = seconds * 1_000 * (0.75 + Math.random() / 2);
    const timer = setTimeout(() => {
      setTries(tries + 1);
      void revalidate();
    }, pause);
    return () => clearTimeout(timer);
  }, [active, state, tries, revalidate]);
}
