import { href } from "react-router";

/** What an upload does with existing listings: "keep" leaves them as they are, "update" updates them from the file. */
export type ExistingListings = "keep" | "update";

/**
 * The state of an upload.
 * "receiving": its file is arriving.
 * "waiting": the job has not begun to process it.
 * "working": the job has begun to process it.
 * "done": all rows are processed.
 * "stopped": the user stopped it.
 * "refused": the job gave it up.
 */
export type UploadState = "receiving" | "waiting" | "working" | "done" | "stopped" | "refused";

/** A failed row with its reasons, in sentences. */
export interface FailedRow {
  /** The row's number in a spreadsheet: the heading is 1. */
  readonly number: number;
  /** The item's name in the row; "" without one. */
  readonly name: string;
  readonly faults: readonly string[];
}

/** A row whose listing was linked to a model. */
export interface LinkedRow {
  readonly number: number;
  readonly name: string;
  /** The title of the model. */
  readonly model: string;
}

/** A stock file and the results of its rows so far (M2.52). */
export interface UploadView {
  readonly id: string;
  readonly fileName: string;
  readonly state: UploadState;
  /** The reason for refusing the whole file, in a sentence. */
  readonly fault: string | null;
  readonly known: ExistingListings;
  /** Whether the file is still stored, so that it can be processed again. */
  readonly hasFile: boolean;
  /** The number of rows below the heading; null until the whole file is stored. */
  readonly rows: number | null;
  /** How many rows are processed. */
  readonly read: number;
  /** The progress in whole percent; 100 only when all rows are processed. */
  readonly percent: number;
  /** `created`, `updated` and `unchanged` together. */
  readonly succeeded: number;
  readonly failed: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** How many rows were linked to a model; 0 in a list of uploads. */
  readonly linked: number;
  /** The first rows that were linked to a model; empty in a list of uploads. */
  readonly firstLinked: readonly LinkedRow[];
  /** The first failed rows; empty in a list of uploads. */
  readonly first: readonly FailedRow[];
  /** How many pictures of the upload's rows are in each state. */
  readonly pictures: { readonly waiting: number; readonly done: number; readonly failed: number };
  /** When the file was sent, in ISO 8601. */
  readonly createdAt: string;
  /** When the last row was processed, in ISO 8601; null before. */
  readonly finishedAt: string | null;
}

/** The response to an accepted file (201). */
export interface UploadStarted {
  readonly id: string;
}

/** The response to a refused file: the fault, and the sentence for the user. */
export interface UploadRefusal {
  readonly fault: string;
  readonly message: string;
}

/** The actions on an upload: the field `intent` of a POST to `uploadPath`. */
export type UploadIntent = "update" | "stop" | "forget";

export const UPLOADS_PATH = href("/sell/business/uploads");

/** The path to which a file is POSTed, as the body. Two requests with the same `clientId`, a UUID, are one upload. */
export function sendPath(clientId: string, fileName: string, known: ExistingListings): string {
  return `${UPLOADS_PATH}?${new URLSearchParams({ client: clientId, name: fileName, known })}`;
}

/** The path of an upload: GET returns an `UploadView`, POST does a `UploadIntent`. */
export function uploadPath(id: string): string {
  return `${UPLOADS_PATH}/${id}`;
}

/** The path of an upload's failed rows, as a CSV file with the reasons in its last column. */
export function failedRowsPath(id: string): string {
  return `${uploadPath(id)}/failed.csv`;
}
