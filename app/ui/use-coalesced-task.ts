import { useEffect, useState } from "react";

/** Runs `task` at most once at a time. Calls during a run cause one more run. */
export function useCoalescedTask(task: () => Promise<void>): () => void {
  const [burst] = useState(() => {
    const state = { running: false, again: false, task };
    async function ask() {
      state.again = true;
      if (state.running) return;
      state.running = true;
      while (state.again) {
        state.again = false;
        await state.task();
      }
      state.running = false;
    }
    return { state, ask: () => void ask() };
  });
  useEffect(() => {
    burst.state.task = task;
  });
  return burst.ask;
}
