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

/** Waits, and ends early when `signal` is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, signal?.aborted ? 0 : milliseconds);
    signal?.addEventListener("abort", end);
  });
}

/**
 * Does something once the browser has painted what is rendered now, so that a press is answered before the work that it
 * causes.
 * @returns cancels it
 */
export function afterNextPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
