import type { UploadState } from "./view.ts";

/** The limit of one user's files that are waiting or being processed. */
export const MAX_WAITING = 5;
/** How many of a user's newest processed uploads are kept, for their failed rows and to process them again. */
export const MAX_KEPT_UPLOADS = 10;
/** The limit of the total size of one user's kept files, in bytes. The results of deleted files stay. */
export const MAX_KEPT_BYTES = 100 * 1024 * 1024;
/** How many days an upload is kept. */
export const RETENTION_DAYS = 30;
/** An upload that has not arrived completely after this many minutes was interrupted. */
export const STALLED_AFTER_MINUTES = 60;
/** After this many runs of the job without progress, a file is given up. */
export const MAX_ATTEMPTS = 10;

/** Whether the job still has to process an upload in this state. */
export function isRunning(state: UploadState): boolean {
  return state === "waiting" || state === "working";
}

/** The progress in whole percent: 100 only when it is done. */
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
