import { MAX_BYTES } from "#app/features/photos/rules.ts";
import { sniff } from "#app/features/photos/sniff.ts";
import {
  type FetchFault,
  type FetchLimits,
  FetchRefused,
  fetchPublicly,
} from "#app/platform/public-fetch.server.ts";
import { type AllowedHosts, PUBLIC_HOSTS } from "#app/platform/public-hosts.server.ts";
import { type PictureFault, PictureRefused } from "./faults.ts";

export const FETCH_LIMITS: FetchLimits = Object.freeze({
  bytes: MAX_BYTES,
  totalMs: 20_000,
  connectMs: 5_000,
  redirects: 3,
});

const HEADERS = {
  accept: "image/jpeg,image/png,image/webp,image/avif,image/heic,image/*;q=0.8",
  "user-agent": "SecondServe/1.0 (pictures of a seller's stock)",
};

/**
 * Fetches a URL that a user wrote, if its bytes look like a picture (docs/decisions/0034).
 * @throws PictureRefused; the reason of `signal` when that is aborted.
 */
export async function fetchPicture(
  address: string,
  signal: AbortSignal,
  allowed: AllowedHosts = PUBLIC_HOSTS,
  limits: FetchLimits = FETCH_LIMITS,
): Promise<Uint8Array<ArrayBuffer>> {
  const wanted = { limits, headers: HEADERS, isRight: (start: Uint8Array) => sniff(start) !== null };
  try {
    const { file } = await fetchPublicly(address, wanted, signal, allowed);
    // The beginning of a longer file may look like a picture, and a part of a shorter one.
    if (!file || !sniff(file)) throw new PictureRefused("not_a_picture");
    return file;
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    throw new PictureRefused(faultOf(error.fault), { cause: error.cause, retryAfter: error.retryAfter });
  }
}

function faultOf(fault: FetchFault): PictureFault {
  if (fault === "unauthorized") return "denied";
  return fault === "wrong_type" ? "not_a_picture" : fault;
}
