import { href } from "react-router";

/** What an upload does with existing listings: "keep" leaves them as they are, "update" updates them from the file. */
export type ExistingListings = "keep" | "update";

/**
 * "receiving": the file is arriving.
 * "waiting", "working": the job has not begun, or has begun to process the file.
 * "done": all rows are processed.
 * "stopped": by the user.
 * "refused": the job gave it up.
 */
export type UploadState = "receiving" | "waiting" | "working" | "done" | "stopped" | "refused";

export interface FailedRow {
  /** The row's number in a spreadsheet: the heading is 1. */
  readonly number: number;
  /** The item's name in the row; "" without one. */
  readonly name: string;
  /** Sentences for the user. */
  readonly faults: readonly string[];
}

export interface LinkedRow {
  readonly number: number;
  readonly name: string;
  /** The title of the model. */
  readonly model: string;
}

/** A stock file and the results of its rows so far. */
export interface UploadView {
  readonly id: string;
  readonly fileName: string;
  readonly state: UploadState;
  /** Why the job gave the upload up, in a sentence; otherwise null. */
  readonly fault: string | null;
  readonly known: ExistingListings;
  /** Whether the file is still stored, so that it can be processed again. */
  readonly hasFile: boolean;
  /** The number of rows below the heading; null until the whole file is stored. */
  readonly rows: number | null;
  /** How many rows were processed. */
  readonly read: number;
  /** 100 only when all rows are processed. */
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
  /** When it was done, stopped or given up, in ISO 8601; null before. */
  readonly finishedAt: string | null;
}

export interface UploadStarted {
  readonly id: string;
}

/** `changeUpload` describes them. */
export type UploadIntent = "update" | "stop" | "forget";

export const UPLOADS_PATH = href("/sell/business/uploads");

/** For a POST with the file as its body. Two requests with the same `clientId`, a UUID, are one upload. */
export function sendPath(clientId: string, fileName: string, existingListings: ExistingListings): string {
  return `${UPLOADS_PATH}?${new URLSearchParams({ client: clientId, name: fileName, known: existingListings })}`;
}

/** GET returns an `UploadView`; POST changes the upload, by the field `intent`. */
export function uploadPath(id: string): string {
  return `${UPLOADS_PATH}/${id}`;
}

export function failedRowsPath(id: string): string {
  return `${uploadPath(id)}/failed.csv`;
}
