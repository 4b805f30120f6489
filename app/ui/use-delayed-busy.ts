import { useEffect, useState } from "react";

/** Whether something has been under way for longer than a blink: until then nothing needs to show that it is. */
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
