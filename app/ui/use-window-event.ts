import { useEffect, useEffectEvent } from "react";

type Events = WindowEventMap & Pick<DocumentEventMap, "visibilitychange">;

/**
 * Calls `listener` for each such event of the window, while `active`. Events of elements bubble to it, and
 * "visibilitychange" is the document's.
 */
export function useWindowEvent<Type extends keyof Events>(
  type: Type,
  listener: (event: Events[Type]) => void,
  active = true,
): void {
  const listen = useEffectEvent(listener);
  useEffect(() => {
    if (!active) return;
    const target = type === "visibilitychange" ? document : window;
    const onEvent = (event: Event) => listen(event as Events[Type]);
    target.addEventListener(type, onEvent);
    return () => target.removeEventListener(type, onEvent);
  }, [type, active]);
}

/** Asks with the browser's own dialog before the tab is closed or reloaded, while `active`. */
export function useUnloadQuestion(active: boolean): void {
  useWindowEvent("beforeunload", (event) => event.preventDefault(), active);
}
