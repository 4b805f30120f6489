/** Why the picture of a row could not be fetched. Each has its sentence in `pictureFaultText`. */
export const PICTURE_FAULTS = [
  "not_a_url",
  "scheme",
  "credentials",
  "port",
  "private_address",
  "unknown_host",
  "unreachable",
  "certificate",
  "timeout",
  "silent_host",
  "not_found",
  "denied",
  "host_trouble",
  "redirects",
  "downgrade",
  "encoded",
  "too_large",
  "not_a_picture",
  "broken",
  "too_many_pixels",
  "too_narrow",
  "not_yours",
  "no_room",
  "failed",
] as const;

export type PictureFault = (typeof PICTURE_FAULTS)[number];

/** Reads a fault from the database. An unknown one, written by another version of the program, becomes "failed". */
export function asPictureFault(stored: string | null): PictureFault {
  return PICTURE_FAULTS.find((fault) => fault === stored) ?? "failed";
}

/** The delays, in seconds, before the retries of a picture after a temporary fault of its host or our server. */
const PAUSES = [60, 300, 1_800] as const;

/** The temporary faults, after which a picture is tried again. Every other fault is final. */
const RETRIED: readonly PictureFault[] = ["timeout", "unreachable", "silent_host", "host_trouble", "failed"];

/** The faults of a host that does not respond. */
const NO_RESPONSE: readonly PictureFault[] = ["timeout", "unreachable"];

/** After this many unanswered requests in a row for the pictures of one seller, a host is paused for this seller. */
export const PAUSE_AFTER_FAILURES = 3;
/** How long an unresponsive host is paused, in seconds. */
export const HOST_PAUSE_SECONDS = 300;

/** Whether a host did not respond. */
export function isUnresponsive(fault: PictureFault): boolean {
  return NO_RESPONSE.includes(fault);
}

/**
 * The delay, in seconds, until the next try of a picture that failed this often before; null when it failed
 * permanently.
 */
export function retryDelay(fault: PictureFault, triesBefore: number): number | null {
  return RETRIED.includes(fault) ? (PAUSES[triesBefore] ?? null) : null;
}

/**
 * Thrown when a picture cannot be fetched. `fault` is the reason, `retryAfter` the seconds that its host asked to
 * wait.
 */
export class PictureRefused extends Error {
  readonly fault: PictureFault;
  readonly retryAfter: number;

  constructor(
    fault: PictureFault,
    { retryAfter = 0, ...options }: ErrorOptions & { retryAfter?: number } = {},
  ) {
    super(`picture refused: ${fault}`, options);
    this.name = "PictureRefused";
    this.fault = fault;
    this.retryAfter = retryAfter;
  }
}
