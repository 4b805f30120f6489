import { type FocusEvent, useEffect, useEffectEvent, useState } from "react";

const REST_MS = 300;

/**
 * Whether a slider is being moved, and the event handlers of its inputs; `step` is for each change. The move ends, and
 * `onSettle` is called, when the pointer is released, the focus leaves, or no key was pressed for a moment.
 * @param onCancel the touch that began the move scrolls the page instead
 */
export function useSlider(onSettle: () => void, onCancel: () => void) {
  const [steps, setSteps] = useState(0);
  const [pressed, setPressed] = useState(false);

  function end(then: () => void) {
    setPressed(false);
    setSteps(0);
    if (steps > 0) then();
  }
  const settle = () => end(onSettle);
  const rest = useEffectEvent(settle);
  useEffect(() => {
    if (steps === 0 || pressed) return;
    const timer = setTimeout(() => rest(), REST_MS);
    return () => clearTimeout(timer);
  }, [steps, pressed]);

  const press = () => setPressed(true);
  return {
    moving: steps > 0,
    step: () => setSteps((count) => count + 1),
    handlers: {
      onPointerDown: press,
      onPointerUp: settle,
      onPointerCancel: () => end(onCancel),
      onKeyDown: press,
      onKeyUp: () => setPressed(false),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        currentTarget.contains(relatedTarget) || settle(),
    },
  };
}
