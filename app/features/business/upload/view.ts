import { href } from "react-router";

/** How existing listings are handled: kept as they are, or updated from the file. */
export type Known = "keep" | "update";

/** The state of an upload. Only `waiting` and `working` change without an action. */
export type UploadState = "receiving" | "waiting" | "working" | "done" | "stopped" | "refused";

/** A failed row with its reasons, in sentences. */
export interface FailedRow {
  /** Its number in a spreadsheet: the heading is 1. */
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
  readonly known: Known;
  /** Whether the file is still stored, so that it can be processed again. */
  readonly hasFile: boolean;
  /** Rows below the heading; null until the whole file is stored. */
  readonly rows: number | null;
  /** How many of them are processed. */
  readonly read: number;
  /** 0 to 100, whole; 100 only when all is done. */
  readonly percent: number;
  /** `created`, `updated` and `unchanged` together. */
  readonly succeeded: number;
  readonly failed: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** How many rows were linked to a model, and the first of them; none in a list of uploads. */
  readonly linked: number;
  readonly firstLinked: readonly LinkedRow[];
  /** The first failed rows; empty in a list of uploads. */
  readonly first: readonly FailedRow[];
  /** The pictures of its rows, by state. */
  readonly pictures: { readonly waiting: number; readonly done: number; readonly failed: number };
  /** ISO 8601. */
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

/** The answer to an accepted file (201). */
export interface UploadStarted {
  readonly id: string;
}

/** The answer to a refused file: the fault, and the sentence for the user. */
export interface UploadRefusal {
  readonly fault: string;
  readonly message: string;
}

/** The actions on an upload (POST to its address, field `intent`). */
export type UploadIntent = "update" | "stop" | "forget";

export const UPLOADS_PATH = href("/sell/business/uploads");

/** The address to send a file to, as the body. `clientId` is a UUID; the same one again is the same upload. */
export function sendPath(clientId: string, fileName: string, known: Known): string {
  return `${UPLOADS_PATH}?${new URLSearchParams({ client: clientId, name: fileName, known })}`;
}

/** The address of an upload (GET, an `UploadView`) and its actions (POST, `intent`). */
export function uploadPath(id: string): string {
  return `${UPLOADS_PATH}/${id}`;
}

/** The address of its failed rows, as a file with the reason in a last column. */
export function failedRowsPath(id: string): string {
  return `${uploadPath(id)}/failed.csv`;
}
