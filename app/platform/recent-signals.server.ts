import { runNow } from "./jobs.server.ts";

/** The job that looks for signals of fraud in what was just written (docs/decisions/0100-signals.md). */
export const RECENT_SIGNALS_JOB = "signals-recent";

/** What is written meanwhile is looked at together. */
const PAUSE_MS = 1_000;

let isWaiting = false;

/**
 * Has what was just committed looked at within seconds: a new message, listing, price or username. Nothing waits for it.
 * What a stopping server leaves is found by the job of every five minutes.
 */
export function lookForSignals(): void {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    runNow(RECENT_SIGNALS_JOB);
  }, PAUSE_MS).unref();
}
