import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * The state of an input that the address also sets. It starts as `loaded`, the user changes it, and it resets
 * whenever `loaded` changes. The element stays the same, so it keeps the focus.
 */
export function useSyncedState(loaded: string): [string, (next: string) => void] {
  const [now, setNow] = useState(loaded);
  const [previous, setPrevious] = useState(loaded);
  if (previous !== loaded) {
    setPrevious(loaded);
    setNow(loaded);
  }
  return [now, setNow];
}

/** The same for a text input, without overwriting text while the user types. */
export function useSyncedInput(loaded: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const before = useRef(loaded);
  useEffect(() => {
    const { current } = input;
    if (!current || before.current === loaded) return;
    const typing = current === document.activeElement && current.value.trim() !== before.current;
    if (!typing) current.value = loaded;
    before.current = loaded;
  }, [loaded]);
  return input;
}
