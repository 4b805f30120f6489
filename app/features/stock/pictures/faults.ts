/** Why the picture of a row could not be fetched. */
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

/** An unknown fault, stored by another version of the program, becomes "failed". */
export function asPictureFault(stored: string | null): PictureFault {
  return PICTURE_FAULTS.find((fault) => fault === stored) ?? "failed";
}

/** The delays before the first, second and third retry of a picture, in seconds. */
const PAUSES = [60, 300, 1_800] as const;

/** Every other fault is final. */
const RETRIED: readonly PictureFault[] = ["timeout", "unreachable", "silent_host", "host_trouble", "failed"];

const NO_RESPONSE: readonly PictureFault[] = ["timeout", "unreachable"];

/** After this many unanswered requests in a row for pictures of a seller, their host gets no more for a while. */
export const PAUSE_AFTER_FAILURES = 3;
export const HOST_PAUSE_MS = 5 * 60_000;

export function isUnresponsive(fault: PictureFault): boolean {
  return NO_RESPONSE.includes(fault);
}

/** The delay in seconds until a picture is fetched again; null if it has failed for good. */
export function retryDelay(fault: PictureFault, triesBefore: number): number | null {
  return RETRIED.includes(fault) ? (PAUSES[triesBefore] ?? null) : null;
}

/** `retryAfter` is how many seconds the picture's host asked to wait, 0 by default. */
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
