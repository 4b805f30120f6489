import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * State of an input that the address sets as well: it begins as `told`, is changed by the person, and begins anew
 * whenever `told` changes. The input stays the same one, so it keeps the focus.
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

/** The same for a text that is typed: what somebody is in the middle of typing is left alone. */
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
