import { useEffect, useEffectEvent, useState } from "react";

/** Calls `task` every `milliseconds`; never when they are null. */
export function useInterval(task: () => void, milliseconds: number | null): void {
  const tick = useEffectEvent(task);
  useEffect(() => {
    if (milliseconds === null) return;
    const timer = setInterval(() => tick(), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}

/** A state that becomes undefined `milliseconds` after it was set, and a function that sets it. */
export function useMomentaryState<Value>(
  milliseconds: number,
): [Value | undefined, (next: Value | undefined) => void] {
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    if (value === undefined) return;
    const timer = setTimeout(() => setValue(undefined), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return [value, setValue];
}
