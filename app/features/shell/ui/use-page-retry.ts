import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";

/** In seconds; the last is kept from then on. */
const PAUSES = [3, 5, 10, 20, 40, 60];
/** Somewhat more than half an hour: after that nobody is waiting here. */
const MAX_ATTEMPTS = 36;

/** Loads the page's data again, with growing pauses, for as long as it is `wanted`. */
export function usePageRetry(wanted: boolean): void {
  const { revalidate, state } = useRevalidator();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!wanted || state !== "idle" || tries >= MAX_ATTEMPTS) return;
    const seconds = PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0;
    // Spread out: everybody who waits began at the same moment.
    const pause = seconds * 1_000 * (0.75 + Math.random() / 2);
    const timer = setTimeout(() => {
      setTries(tries + 1);
      void revalidate();
    }, pause);
    return () => clearTimeout(timer);
  }, [wanted, state, tries, revalidate]);
}
