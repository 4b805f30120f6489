import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * The state of an input that the address also sets. It starts as `told`, the user changes it, and it resets whenever
 * `told` changes. The element stays the same, so it keeps the focus.
 */
export function useSyncedState(told: string): [string, (next: string) => void] {
  const [now, setNow] = useState(told);
  const [seen, setSeen] = useState(told);
  if (seen !== told) {
    setSeen(told);
    setNow(told);
  }
  return [now, setNow];
}

/** The same for a text input, without overwriting text while the user types. */
export function useSyncedInput(told: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const before = useRef(told);
  useEffect(() => {
    const { current } = input;
    if (!current || before.current === told) return;
    const typing = current === document.activeElement && current.value.trim() !== before.current;
    if (!typing) current.value = told;
    before.current = told;
  }, [told]);
  return input;
}
