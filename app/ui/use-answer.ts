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
