import { type RefObject, useEffect, useRef } from "react";

/**
 * For an element that fills the screen of a phone: sets its `--visible-height` to the height that the keyboard leaves.
 * Safari on iOS shows its keyboard over the page, and `dvh` does not change.
 */
export function useVisibleHeight(): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const view = visualViewport;
    if (!view) return;
    const measure = () => {
      // Somebody who zooms in with two fingers sees a part of the same page.
      if (view.scale > 1.01) return;
      element.current?.style.setProperty("--visible-height", `${view.height}px`);
    };
    measure();
    view.addEventListener("resize", measure);
    return () => view.removeEventListener("resize", measure);
  }, []);
  return element;
}
