/** Of one person. */
export const MAX_WEBHOOKS = 10;
export const MAX_WEBHOOK_URL = 2_000;
/** How long deliveries are listed, and can be sent again. */
export const KEPT_DAYS = 30;
/**
 * How many deliveries may wait for an endpoint: triggers write no more (`webhook_room`). An endpoint that has room for fewer
 * than NEAR_FULL is turned off before it is sent anything, so that none that missed some goes on as if nothing had happened.
 */
export const MOST_WAITING = 20_000;
export const NEAR_FULL = 1_000;
/** How many of an endpoint's deliveries are listed at most: one that takes everything would fill the disk in these days. */
export const MOST_LISTED = 100_000;
/** How long the secret before the present one signs too. */
export const FORMER_SECRET_HOURS = 24;

const HOUR = 3_600;

/**
 * The seconds before the first, second, … retry of a delivery: a little more than a day together, after which an endpoint
 * that has taken nothing is turned off.
 */
const PAUSES = [5, 60, 600, HOUR, 6 * HOUR, 8 * HOUR, 9 * HOUR] as const;
/** Retries come at most so much later, so that those of many deliveries do not come at once. */
const SPREAD = 0.1;
/** The longest that an endpoint is left alone because it did not answer: something new may find it awake. */
const LONGEST_REST = 600;
/** The longest pause that an endpoint may ask for. */
const LONGEST_ASKED = HOUR;

/**
 * The seconds until a delivery is tried again; null when it is given up.
 * @param tries how often it was tried
 * @param asked the seconds of a Retry-After
 * @param chance from 0 to 1
 */
export function pauseAfter(tries: number, asked: number, chance: number): number | null {
  const pause = PAUSES[tries - 1];
  return pause === undefined ? null : Math.max(pause * (1 + SPREAD * chance), Math.min(asked, LONGEST_ASKED));
}

/** The seconds for which nothing at all is sent to an endpoint. @param unanswered how many tries in a row got no answer */
export function restAfter(unanswered: number): number {
  return Math.min(PAUSES[unanswered - 1] ?? LONGEST_REST, LONGEST_REST);
}
