import { href } from "react-router";
import type { KeptAnswers } from "../answers/answers.ts";

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

/** Why taking an upload back leaves a listing as it is. */
export type KeptBecause = "sold" | "reserved" | "discussed" | "removed" | "changed";

export type UndoState = "possible" | "working" | "done";

/** A listing that taking its upload back left as it is. */
export interface KeptListing {
  readonly name: string;
  readonly path: string;
  readonly because: KeptBecause;
}

/** Taking an upload back: what it would do, is doing, or did. */
export interface UndoView {
  readonly state: UndoState;
  /** How many listings the upload created: they are, or were, deleted. */
  readonly deleted: number;
  /** How many listings get, or got, their former values back. */
  readonly restored: number;
  readonly percent: number;
  /** How many listings stay as they are; 0 until it is done. */
  readonly kept: number;
  /** The first of them, by name. */
  readonly firstKept: readonly KeptListing[];
  /** Until when it is possible, in ISO 8601. */
  readonly until: string;
}

/** A row that waits until its owner has confirmed its price. */
export interface FarPrice {
  readonly number: number;
  readonly name: string;
  readonly price: string;
  /** What others ask or paid: "€95–130". */
  readonly range: string;
}

/** Which rows with such prices a person was shown. */
export interface ShownPrices {
  readonly count: number;
  /** The highest of the rows' numbers; 0 without one. */
  readonly last: number;
}

/** A stock file and the results of its rows so far. */
export interface UploadView {
  readonly id: string;
  readonly fileName: string;
  /** Whether a feed has fetched it. */
  readonly isOfFeed: boolean;
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
  /** How many rows name more pieces than are on sale now, because the others were sold here (docs/decisions/0189). */
  readonly soldHere: number;
  /** How many rows were linked to a model; 0 in a list of uploads. */
  readonly linked: number;
  /** The first rows that were linked to a model; empty in a list of uploads. */
  readonly firstLinked: readonly LinkedRow[];
  /** The first failed rows that do not wait so; empty in a list of uploads. */
  readonly first: readonly FailedRow[];
  /** How many of the failed rows wait until their prices are confirmed; 0 in a list of uploads. */
  readonly far: number;
  /** The highest of their numbers; 0 without one. */
  readonly lastFar: number;
  /** The first of them. */
  readonly firstFar: readonly FarPrice[];
  /** How many pictures of the upload's rows are in each state. */
  readonly pictures: { readonly waiting: number; readonly done: number; readonly failed: number };
  /** Null if there is nothing to take back, in a list of uploads, and while the upload is processed. */
  readonly undo: UndoView | null;
  readonly isUndone: boolean;
  /** When the file was sent, in ISO 8601. */
  readonly createdAt: string;
  /** When it was done, stopped or given up, in ISO 8601; null before. */
  readonly finishedAt: string | null;
}

export interface UploadStarted {
  readonly id: string;
}

/** `changeUpload` describes them. */
export type UploadIntent = "update" | "stop" | "forget" | "undo" | "prices";

export const UPLOADS_PATH = href("/sell/business/uploads");

/** The page that takes stock files. */
export const BULK_PATH = `${href("/sell/business")}?tab=upload`;

/** What the person has answered about a file, for the next one of its shape. */
export interface SentAnswers {
  readonly shape: string;
  readonly answers: KeptAnswers;
  /** Whether nothing of what they have answered about others stays. */
  readonly startsOver: boolean;
}

/** Of the address of an upload. Longer ones are refused by some proxies. */
const MAX_QUERY = 6_000;

/**
 * For a POST with the file as its body. Two requests with the same `clientId`, a UUID, are one upload. Answers that would make
 * the address too long are not sent.
 */
export function sendPath(
  clientId: string,
  fileName: string,
  existingListings: ExistingListings,
  kept: SentAnswers | null = null,
): string {
  const query = { client: clientId, name: fileName, known: existingListings };
  const more = kept && {
    shape: kept.shape,
    answers: JSON.stringify(kept.answers),
    over: kept.startsOver ? "on" : "",
  };
  const whole = String(new URLSearchParams({ ...query, ...more }));
  return `${UPLOADS_PATH}?${whole.length <= MAX_QUERY ? whole : new URLSearchParams(query)}`;
}

/** GET returns an `UploadView`; POST changes the upload, by the field `intent`. */
export function uploadPath(id: string): string {
  return `${UPLOADS_PATH}/${id}`;
}

/** The page that shows an upload. */
export function uploadPagePath(id: string): string {
  return `${BULK_PATH}&upload=${id}`;
}

export function failedRowsPath(id: string): string {
  return `${uploadPath(id)}/failed.csv`;
}
