import { href } from "react-router";
import type { AnswersView, FileReading } from "../answers/view.ts";
import type { FeedState, RunState } from "./rules.ts";

/** A run of a feed. Times are in ISO 8601. */
export interface RunView {
  readonly id: string;
  readonly state: RunState;
  /** Why it failed, in a sentence; otherwise null. */
  readonly fault: string | null;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** Rows of the file. */
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  /** Of those: rows without a SKU or an id. As long as there are some, nothing counts as gone. */
  readonly nameless: number;
  /** Rows that name more pieces than are on sale, because the others were sold here. */
  readonly soldHere: number;
  /** Listings that the file no longer has. */
  readonly gone: number;
  readonly withdrawn: number;
  readonly spared: number;
  /** What became of the rows of its file before they were imported; null if it has read none. */
  readonly reading: FileReading | null;
  /** When its owner gave the answers with which it was read, in ISO 8601; null without any. */
  readonly answeredAt: string | null;
  /** The page of its upload, with failed rows and pictures; null without one. */
  readonly uploadPath: string | null;
}

export interface GoneListings {
  readonly first: readonly { readonly name: string; readonly path: string }[];
  readonly total: number;
}

export interface FeedView {
  readonly id: string;
  readonly url: string;
  readonly host: string;
  readonly username: string | null;
  readonly hasPassword: boolean;
  readonly everyHours: number;
  readonly state: FeedState;
  /** Whether a run is due, or not over. */
  readonly isBusy: boolean;
  /** When it runs next, in ISO 8601; null if it does not. */
  readonly nextAt: string | null;
  /** The newest first. In a list of feeds only the newest. */
  readonly runs: readonly RunView[];
  /** What the last file asks its owner; null if nothing waits for an answer. */
  readonly asks: AnswersView | null;
}

export interface FeedDetails extends FeedView {
  /** Of a feed that asks: what its last run did not list. */
  readonly leftOut: GoneListings;
  /** How many rows of its newest file wait until their prices are confirmed, on the page of that upload. */
  readonly far: { readonly count: number; readonly path: string } | null;
  /** Listings that the feed no longer has, and that stay on sale because of a reservation, an offer or a message. */
  readonly spared: GoneListings;
}

export const FEEDS_PATH = href("/sell/business/feeds");

export function feedPath(id: string): string {
  return href("/sell/business/feeds/:id", { id });
}
