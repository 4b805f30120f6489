import { photoKeyOf } from "#app/features/photos/address.ts";
import { copyPhoto, storePhoto } from "#app/features/photos/commands.server.ts";
import { env } from "#app/platform/env.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { type Reason, Refused } from "#app/platform/refused.server.ts";
import { type PictureFault, PictureRefused } from "./faults.ts";
import { type AllowedHosts, fetchPicture, PUBLIC_HOSTS } from "./fetch-picture.server.ts";
import { withHostSlot } from "./host-concurrency.ts";
import { type DuePicture, extendLease, type Lease, leaseListing, nextSeller } from "./leases.server.ts";
import { type Outcome, recordOutcomes } from "./outcomes.server.ts";
import { publishPictureProgress } from "./progress.server.ts";
import { hostPauseSeconds, recordHostAnswer } from "./unresponsive-hosts.server.ts";

/** How many listings a server works on simultaneously. A picture in progress needs 30 MB of memory. */
const LANES = 4;
/** How many of these listings may belong to one seller. */
const LANES_EACH = 2;
/** After this time, in ms, a run begins no other listing. */
const LONGEST_RUN = 240_000;
/** After this time, in ms, the lease of a listing is extended. */
const RENEWED_AFTER = 60_000;

/** The sellers whose listings this process is working on, once for each listing. */
const busy: string[] = [];
/** The seller whose listing was begun last. */
let last: string | null = null;

/**
 * Fetches the due pictures, of the sellers in turn. It ends when no picture is due, when the server stops, or after
 * `LONGEST_RUN`.
 * @returns whether it ended because of `LONGEST_RUN`, so that more pictures may be due
 */
export async function fetchDue(signal: AbortSignal, allowed: AllowedHosts = PUBLIC_HOSTS): Promise<boolean> {
  const end = performance.now() + LONGEST_RUN;
  const lanes = Array.from({ length: LANES }, () => lane(signal, allowed, end));
  const more = await Promise.allSettled(lanes);
  for (const one of more) if (one.status === "rejected") throw one.reason;
  return more.some((one) => one.status === "fulfilled" && one.value);
}

async function lane(signal: AbortSignal, allowed: AllowedHosts, end: number): Promise<boolean> {
  let missed = 0;
  while (!signal.aborted && performance.now() < end) {
    const seller = await nextSeller(last, busy.filter(isFull));
    if (seller === null) return false;
    last = seller;
    busy.push(seller);
    try {
      const lease = await leaseListing(seller);
      if (lease) await work(lease, signal, allowed);
      missed = lease ? 0 : missed + 1;
      // Other processes have leased or locked all due pictures: the next run looks again.
      if (missed > LANES) return false;
    } finally {
      busy.splice(busy.indexOf(seller), 1);
    }
  }
  return !signal.aborted;
}

function isFull(sellerId: string): boolean {
  return busy.filter((id) => id === sellerId).length >= LANES_EACH;
}

async function work(lease: Lease, signal: AbortSignal, allowed: AllowedHosts): Promise<void> {
  const outcomes: Outcome[] = [];
  let leasedAt = performance.now();
  try {
    for (const picture of lease.pictures) {
      if (performance.now() - leasedAt > RENEWED_AFTER) {
        await extendLease(lease);
        leasedAt = performance.now();
      }
      outcomes.push(await outcomeOf(lease, picture, signal, allowed));
    }
  } catch (error) {
    // Pictures that arrived are recorded. The lease of the others ends now, so that any server can fetch them.
    await recordOutcomes(lease, outcomes);
    await extendLease({ ...lease, pictures: lease.pictures.slice(outcomes.length) }, 0);
    if (!signal.aborted) throw error;
    return;
  }
  await recordOutcomes(lease, outcomes);
  if (lease.uploadId) publishPictureProgress(lease.ownerId, lease.uploadId);
}

/** @throws only the reason of an aborted `signal`; every other error becomes an outcome. */
async function outcomeOf(
  lease: Lease,
  picture: DuePicture,
  signal: AbortSignal,
  allowed: AllowedHosts,
): Promise<Outcome> {
  try {
    return { picture, photo: await photoOf(lease.ownerId, picture.url, signal, allowed) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PictureRefused) {
      return { picture, fault: error.fault, retryAfter: error.retryAfter };
    }
    if (error instanceof Refused) {
      // Our server is decoding too many pictures, which is no fault of this one.
      const full = error.reason === "photo_busy";
      const fault = FAULT_OF[error.reason] ?? "failed";
      return { picture, fault, retryAfter: 0, ...(full && { uncounted: true }) };
    }
    logger.error({ err: error, ...lease.key, position: picture.position }, "a picture could not be stored");
    return { picture, fault: "failed", retryAfter: 0 };
  }
}

async function photoOf(ownerId: string, url: string, signal: AbortSignal, allowed: AllowedHosts) {
  const { baseUrl } = env();
  const key = photoKeyOf(baseUrl, url);
  const own = key && (await copyPhoto(ownerId, key));
  if (own) return own;
  // The server does not fetch from itself.
  if (isWithin(baseUrl, url)) throw new PictureRefused("not_yours");
  const file = await fileOf(ownerId, url, signal, allowed);
  signal.throwIfAborted();
  return inStore(() => storePhoto(ownerId, file));
}

/** A host that does not respond is paused, so that other pictures do not wait for it. */
async function fileOf(ownerId: string, url: string, signal: AbortSignal, allowed: AllowedHosts) {
  const { host, hostname } = URL.canParse(url) ? new URL(url) : { host: "", hostname: "" };
  return withHostSlot(hostname, signal, async () => {
    const seconds = await hostPauseSeconds(ownerId, host);
    if (seconds > 0) throw new PictureRefused("silent_host", { retryAfter: seconds });
    try {
      const file = await fetchPicture(url, signal, allowed);
      await recordHostAnswer(ownerId, host, null);
      return file;
    } catch (error) {
      if (error instanceof PictureRefused) await recordHostAnswer(ownerId, host, error.fault);
      throw error;
    }
  });
}

function isWithin(baseUrl: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).host === new URL(baseUrl).host;
}

let storing: Promise<unknown> = Promise.resolve();

/** Stores one picture at a time, so that photos uploaded by hand do not wait for many pictures. */
function inStore<T>(work: () => Promise<T>): Promise<T> {
  const result = storing.then(work);
  storing = result.catch(() => {});
  return result;
}

const FAULT_OF: Partial<Record<Reason, PictureFault>> = {
  photo_type: "not_a_picture",
  photo_too_heavy: "too_large",
  photo_too_many_pixels: "too_many_pixels",
  photo_too_narrow: "too_narrow",
  photo_broken: "broken",
};
