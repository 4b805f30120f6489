import { useEffect, useEffectEvent } from "react";

type Events = WindowEventMap & Pick<DocumentEventMap, "visibilitychange">;

/**
 * Calls `listener` for each event of this type on the window, while `active`. Events of elements bubble to the window.
 * For "visibilitychange" it listens on the document, where this event is dispatched.
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

/** While `active`, the browser asks the user with its own dialog before the tab is closed or reloaded. */
export function useUnloadQuestion(active: boolean): void {
  useWindowEvent("beforeunload", (event) => event.preventDefault(), active);
}
