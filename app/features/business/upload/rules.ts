import type { UploadState } from "./view.ts";

/** Files of one person that wait or are worked at the same time. */
export const MAX_WAITING = 5;
/** Files of one person that are kept after they were worked, the newest: for the rows that failed, and to work them again. */
export const MAX_KEPT_UPLOADS = 10;
/** And so many bytes of files at most; what became of those that are not kept any more stays. */
export const MAX_KEPT_BYTES = 100 * 1024 * 1024;
/** And so many days at most. */
export const RETENTION_DAYS = 30;
/** After so many minutes without its end, a sending has broken off. */
export const STALLED_AFTER_MINUTES = 60;
/** Runs of the job that do not come further, before a file is given up. */
export const MAX_ATTEMPTS = 10;

/** Whether the job still has something to do with it. */
export function isGoingOn(state: UploadState): boolean {
  return state === "waiting" || state === "working";
}

/** How far, in whole percent: all of it only when it is done. */
export function percentOf({
  state,
  rows,
  read,
}: {
  readonly state: UploadState;
  readonly rows: number | null;
  readonly read: number;
}): number {
  if (state === "done") return 100;
  return rows ? Math.min(99, Math.floor((100 * read) / rows)) : 0;
}
