import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call, messageOf } from "./call.ts";
import { useCoalescedTask } from "./use-coalesced-task.ts";

/**
 * Requests `path` when the component mounts and on `reload`, one request at a time. `answer` is undefined until the
 * first answer arrives, and after a failure.
 * @param onFailure gets a sentence for the user
 */
export function useAnswer<Answer>(
  path: string,
  onFailure: (sentence: string) => void,
): { answer: Answer | undefined; failed: boolean; reload: () => void } {
  const [state, setState] = useState<{ answer?: Answer; failed: boolean }>({ failed: false });
  const mounted = useRef(true);
  const reportFailure = useEffectEvent(onFailure);
  const reload = useCoalescedTask(async () => {
    try {
      const answer = await call<Answer>(path);
      setState({ answer, failed: false });
    } catch (thrown) {
      if (!mounted.current) return;
      setState({ failed: true });
      reportFailure(messageOf(thrown));
    }
  });
  useEffect(() => {
    mounted.current = true;
    reload();
    return () => {
      mounted.current = false;
    };
  }, [reload]);
  return { answer: state.answer, failed: state.failed, reload };
}

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
