import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call, sentenceOf } from "./call.ts";
import { useCoalescedTask } from "./use-coalesced-task.ts";

/**
 * What an endpoint answers: asked at once, and again by `reload`, one question at a time. After a failure there is no
 * answer, until it is asked again.
 *
 * @param onFailure is told the sentence of a failure
 */
export function useAnswer<Answer>(
  path: string,
  onFailure: (sentence: string) => void,
): { answer: Answer | undefined; failed: boolean; reload: () => void } {
  const [said, setSaid] = useState<{ answer?: Answer; failed: boolean }>({ failed: false });
  const here = useRef(true);
  const tell = useEffectEvent(onFailure);
  const reload = useCoalescedTask(async () => {
    try {
      const answer = await call<Answer>(path);
      setSaid({ answer, failed: false });
    } catch (thrown) {
      if (!here.current) return;
      setSaid({ failed: true });
      tell(sentenceOf(thrown));
    }
  });
  useEffect(() => {
    here.current = true;
    reload();
    return () => {
      here.current = false;
    };
  }, [reload]);
  return { answer: said.answer, failed: said.failed, reload };
}
