import { useEffect, useEffectEvent } from "react";

/**
 * Calls `onAnswer` once for each answer of a fetcher or an action. Call it in a component that stays: React may unmount
 * an item in the same render that brings the answer, and then `onAnswer` is not called. What such an item has to say is
 * the toast of its answer (`showAnswer`).
 */
export function useFetcherAnswer<Answer extends object>(
  answer: Answer | undefined,
  onAnswer: (answer: Answer) => void,
): void {
  const tell = useEffectEvent(onAnswer);
  useEffect(() => {
    if (answer) tell(answer);
  }, [answer]);
}
