import { useEffect, useState } from "react";

/** Whether `busy` has been true for `milliseconds`. Shorter work needs no indicator. */
export function useDelayedBusy(busy: boolean, milliseconds = 150): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy, milliseconds]);
  return busy && slow;
}
