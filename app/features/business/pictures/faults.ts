/** Why a picture that a row names could not be had. Each has its sentence in `pictureFaultText`. */
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

/** What a fault kept in the database means here: another version of the program may know more. */
export function asPictureFault(kept: string | null): PictureFault {
  return PICTURE_FAULTS.find((fault) => fault === kept) ?? "failed";
}

/** The pauses, in seconds, before a picture is tried again whose host, or whose server, had a bad moment. */
const PAUSES = [60, 300, 1_800] as const;

/** What may be otherwise in a while. Everything else fails at once. */
const PASSING: readonly PictureFault[] = ["timeout", "unreachable", "silent_host", "host_trouble", "failed"];

/** What a host that is not there says: nothing. */
const SILENCE: readonly PictureFault[] = ["timeout", "unreachable"];

/** After so many silences in a row a host is not asked for the same person's pictures for a while, in seconds. */
export const SILENT_AFTER = 3;
export const SILENT_PAUSE = 300;

/** Whether a host that was asked said nothing. */
export function isSilence(fault: PictureFault): boolean {
  return SILENCE.includes(fault);
}

/** How long, in seconds, until the next try of a picture that failed this often before (0: never); null: it failed for good. */
export function retryDelay(fault: PictureFault, triesBefore: number): number | null {
  return PASSING.includes(fault) ? (PAUSES[triesBefore] ?? null) : null;
}

/** A picture cannot be had; `fault` says why, `retryAfter` how many seconds its host asked to be left alone. */
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
