import type { UndoState, UploadIntent, UploadState } from "./view.ts";

/** How many of a user's files may be arriving, waiting or being processed. */
export const MAX_UNFINISHED_UPLOADS = 5;
/** How many of a user's uploads are kept when a new one begins: the newest processed ones, and the new one. */
export const MAX_KEPT_UPLOADS = 10;
/**
 * Older uploads stay without their files, so that they can be taken back, as long as the uploads since then have changed
 * fewer listings than this.
 */
export const MAX_REMEMBERED_LISTINGS = 500_000;
/** For all files of a user together. */
export const MAX_KEPT_UPLOAD_BYTES = 100 * 1024 * 1024;
/** Counted from the end of an upload. */
export const RETENTION_DAYS = 30;
/** An upload that takes longer to arrive counts as interrupted. */
export const STALLED_AFTER_MINUTES = 60;
/** After so many runs of the job without progress, an upload is given up. */
export const MAX_RUNS_WITHOUT_PROGRESS = 10;

/** Whether the job still has to process an upload in this state. */
export function isRunning(state: UploadState): boolean {
  return state === "waiting" || state === "working";
}

/** When the owner of an upload asked to take it back, and when that was done. */
export interface UndoTimes {
  readonly askedAt: Date | null;
  readonly doneAt: Date | null;
}

export function undoStateOf({ askedAt, doneAt }: UndoTimes): UndoState {
  if (doneAt) return "done";
  return askedAt ? "working" : "possible";
}

/** Whether an upload in this state can be changed so (`changeUpload`). */
export function isPossible(
  intent: UploadIntent,
  {
    state,
    hasFile,
    isRead,
    undo,
  }: {
    readonly state: UploadState;
    readonly hasFile: boolean;
    /** Whether all rows of the file were processed, if not all were listed. */
    readonly isRead: boolean;
    readonly undo: UndoState;
  },
): boolean {
  if (intent === "stop") return isRunning(state);
  if (intent === "prices") return isRead && undo === "possible";
  if (intent === "forget") return state !== "receiving" && undo !== "working";
  const isProcessed = state === "done" || state === "stopped" || state === "refused";
  // A second request changes nothing, and is no fault.
  if (intent === "undo") return isProcessed;
  return isProcessed && hasFile && undo === "possible";
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

/** The field of the form without JavaScript that has the file. */
export const FILE_FIELD = "csv";

/** The largest file. It is small because it is read into memory as a whole. */
export const NO_SCRIPT_MEGABYTES = 5;

/** 64 KB are for everything beside the file. */
export const NO_SCRIPT_LIMITS = { bytes: NO_SCRIPT_MEGABYTES * 1024 * 1024 + 64 * 1024, fields: 10 };
