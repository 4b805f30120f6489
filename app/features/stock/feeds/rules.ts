/** Of one seller. */
export const MAX_FEEDS = 5;
/** How many runs of a feed are kept. */
export const KEPT_RUNS = 20;
export const HOURS = { least: 1, most: 24 } as const;
/** After so many failed runs in a row the owner gets a mail. */
export const MAIL_AFTER_FAILURES = 2;
/** A run is given up when its present step was begun so often. */
export const MAX_TRIES = 10;
/** A listing is withdrawn when so many successful runs in a row did not list it. */
export const WITHDRAWN_AFTER_RUNS = 2;
/** A conversation in which nobody has written for so long does not keep a listing on sale. */
export const TALK_DAYS = 30;
export const MAX_URL_LENGTH = 2_000;
/** Of the username and the password that the feed's host asks for. */
export const MAX_CREDENTIAL_LENGTH = 200;

/** Runs come at most so much later, so that those of many feeds do not come at once. */
const SPREAD = 0.05;

export type FeedState = "active" | "paused" | "asking";
export type RunState = "fetching" | "importing" | "done" | "unchanged" | "failed";

/** Whether so many are gone at once that the owner has to say whether that is right. */
export function isTooManyGone(gone: number, listed: number): boolean {
  return gone * 3 > listed;
}

/**
 * The seconds until the next run. They double with each failure after the first, up to a day.
 * @param chance from 0 to 1
 * @param failures how many runs have failed in a row
 */
export function pauseBefore(everyHours: number, chance: number, failures = 0): number {
  const hours = Math.min(HOURS.most, everyHours * 2 ** Math.max(0, failures - 1));
  return Math.round(hours * 3_600 * (1 + SPREAD * chance));
}
