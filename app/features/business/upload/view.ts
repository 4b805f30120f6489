import { href } from "react-router";

/** What becomes of rows that are listed already: they stay as they are, or become what the file says. */
export type Known = "keep" | "update";

/** How far an upload is: only what is `waiting` or `working` will still change by itself. */
export type UploadState = "receiving" | "waiting" | "working" | "done" | "stopped" | "refused";

/** A row that failed, and why, in sentences. */
export interface FailedRow {
  /** The one that a spreadsheet shows beside it: the heading is 1. */
  readonly number: number;
  /** What it calls the thing; "" where it does not. */
  readonly name: string;
  readonly faults: readonly string[];
}

/** A file of stock and what has become of its rows so far (M2.52). */
export interface UploadView {
  readonly id: string;
  readonly fileName: string;
  readonly state: UploadState;
  /** Why the whole file was refused, in a sentence. */
  readonly fault: string | null;
  readonly known: Known;
  /** Whether the file is still there, so that it can be worked again. */
  readonly hasFile: boolean;
  /** Rows below the heading; null until all of the file is there. */
  readonly rows: number | null;
  /** How many of them the job is through with. */
  readonly read: number;
  /** 0 to 100, whole; 100 only when all is done. */
  readonly percent: number;
  /** `created`, `updated` and `kept` together. */
  readonly succeeded: number;
  readonly failed: number;
  readonly created: number;
  readonly updated: number;
  readonly kept: number;
  /** The first rows that failed; none of them in a list of uploads. */
  readonly first: readonly FailedRow[];
  /** Pictures that its rows named, by how far they are. */
  readonly pictures: { readonly waiting: number; readonly done: number; readonly failed: number };
  /** ISO 8601. */
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

/** What a file that was taken is answered with (201). */
export interface UploadStarted {
  readonly id: string;
}

/** What a file that was not taken is answered with: which fault, and the sentence for the person. */
export interface UploadRefusal {
  readonly fault: string;
  readonly message: string;
}

/** What can be asked of an upload that is there (POST to its address, field `intent`). */
export type UploadIntent = "update" | "stop" | "forget";

/** Where files are sent to. */
export const UPLOADS_PATH = href("/sell/business/uploads");

/** Where a file is sent to: its bytes are the body. `clientId` is a UUID; the same one again is the same upload. */
export function sendPath(clientId: string, fileName: string, known: Known): string {
  return `${UPLOADS_PATH}?${new URLSearchParams({ client: clientId, name: fileName, known })}`;
}

/** Where an upload is read (GET, an `UploadView`) and changed (POST, `intent`). */
export function uploadPath(id: string): string {
  return `${UPLOADS_PATH}/${id}`;
}

/** The rows of it that failed, as a file with the reason in a last column. */
export function failedRowsPath(id: string): string {
  return `${uploadPath(id)}/failed.csv`;
}
