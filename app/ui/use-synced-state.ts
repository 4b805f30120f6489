import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/**
 * A state that is reset whenever `source` changes, and a function that changes it.
 * @param initial returns the new state; `before` is the state before the reset
 */
export function useStateResetBy<Source, State>(
  source: Source,
  initial: (before?: State) => State,
): [State, (change: (known: State) => State) => void] {
  // One hook for both: React drops an update made while rendering if the same hook has another pending update. With two
  // hooks, the state could miss a reset.
  const [held, setHeld] = useState(() => ({ source, state: initial() }));
  const change = useCallback(
    (next: (known: State) => State) => setHeld((known) => ({ ...known, state: next(known.state) })),
    [],
  );
  if (Object.is(held.source, source)) return [held.state, change];
  const state = initial(held.state);
  setHeld({ source, state });
  return [state, change];
}

/**
 * The state of an input whose value also comes from the URL, as `loaded`: it is reset whenever `loaded` changes. The
 * input stays the same element, so it keeps the focus.
 */
export function useSyncedState(loaded: string): [string, (next: string) => void] {
  const [now, change] = useStateResetBy(loaded, () => loaded);
  return [now, (next) => change(() => next)];
}

/** Like `useSyncedState` for a text input, without overwriting text while the user types. */
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
