import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";

/** Seconds; the last pause repeats. */
const PAUSES = [3, 5, 10, 20, 40, 60];
/** The last attempt is after a little over half an hour. */
const MAX_ATTEMPTS = 36;

export function usePageRetry(active: boolean): void {
  const { revalidate, state } = useRevalidator();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!active || state !== "idle" || tries >= MAX_ATTEMPTS) return;
    const seconds = PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0;
    // Jitter, because an outage makes all browsers start at the same moment.
    const pause = seconds * 1_000 * (0.75 + Math.random() / 2);
    const timer = setTimeout(() => {
      setTries(tries + 1);
      void revalidate();
    }, pause);
    return () => clearTimeout(timer);
  }, [active, state, tries, revalidate]);
}
