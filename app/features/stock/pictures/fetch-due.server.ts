import { sql } from "kysely";
import type { ListingKey } from "#app/domain/listing.ts";
import { copyPhoto, storePhoto } from "#app/features/photos/commands.server.ts";
import { photoKeyOf } from "#app/features/photos/photo.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { type AllowedHosts, PUBLIC_HOSTS } from "#app/platform/public-hosts.server.ts";
import { type Reason, Refused } from "#app/platform/refused.server.ts";
import {
  HOST_PAUSE_MS,
  isUnresponsive,
  PAUSE_AFTER_FAILURES,
  type PictureFault,
  PictureRefused,
} from "./faults.ts";
import { fetchPicture } from "./fetch-picture.server.ts";
import { type DuePicture, type Outcome, recordOutcomes } from "./outcomes.server.ts";
import { publishPictureProgress } from "./progress.server.ts";

/** How many listings of each seller are queued at once, so that sellers with many pictures take turns with the others. */
const QUEUED_EACH = 4;

/** A condition of `picture_orders`. */
export const IS_DUE = sql`state = 'waiting' and next_at <= now()`;

interface DueListing extends ListingKey {
  readonly ownerId: string;
}

/** The listings with due pictures that have waited longest, a few of each seller. */
export async function dueListings(): Promise<readonly DueListing[]> {
  const { rows } = await sql<DueListing>`
    with recursive seller (id) as (
      (select user_id from picture_orders where ${IS_DUE} order by user_id limit 1)
      union all
      select (select user_id from picture_orders where ${IS_DUE} and user_id > seller.id order by user_id limit 1)
      from seller where seller.id is not null
    )
    select listing.listing_type as type, listing.listing_id as id, seller.id as "ownerId"
    from seller cross join lateral (
      select listing_type, listing_id from (
        select listing_type, listing_id, next_at from picture_orders
        where user_id = seller.id and ${IS_DUE} order by next_at limit ${QUEUED_EACH * 20}
      ) waiting group by listing_type, listing_id order by min(next_at) limit ${QUEUED_EACH}
    ) listing
  `.execute(db());
  return rows;
}

/**
 * Fetches the due pictures of a listing, one after the other, also those that become due meanwhile. When `signal` is
 * aborted, it records what has arrived, and the others stay due.
 */
export async function fetchPictures(
  key: ListingKey,
  signal: AbortSignal,
  allowed: AllowedHosts = PUBLIC_HOSTS,
): Promise<void> {
  for (let due = await duePictures(key); due.length > 0; due = await duePictures(key)) {
    const [first] = due;
    const outcomes: Outcome[] = [];
    for (const { user_id, position, url, tries } of due) {
      const outcome = await outcomeOf(key, user_id, { position, url, tries }, signal, allowed);
      if (!outcome) break;
      outcomes.push(outcome);
    }
    if (first) await recordOutcomes(key, first.user_id, outcomes);
    if (first?.upload_id) publishPictureProgress(first.user_id, first.upload_id);
    if (signal.aborted) return;
  }
}

function duePictures({ type, id }: ListingKey) {
  return db()
    .selectFrom("picture_orders")
    .select(["position", "url", "tries", "user_id", "upload_id"])
    .where("listing_type", "=", type)
    .where("listing_id", "=", id)
    .where("state", "=", "waiting")
    .where("next_at", "<=", sql<Date>`now()`)
    .orderBy("position")
    .execute();
}

/** Null when `signal` is aborted. Every error becomes an outcome. */
async function outcomeOf(
  key: ListingKey,
  ownerId: string,
  picture: DuePicture,
  signal: AbortSignal,
  allowed: AllowedHosts,
): Promise<Outcome | null> {
  try {
    return { picture, photo: await photoOf(ownerId, picture.url, signal, allowed) };
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof PictureRefused) {
      return { picture, fault: error.fault, retryAfter: error.retryAfter };
    }
    if (error instanceof Refused) {
      // Our server is decoding too many pictures, which is no fault of this one.
      const full = error.reason === "photo_busy";
      const fault = FAULT_OF[error.reason] ?? "failed";
      return { picture, fault, retryAfter: 0, ...(full && { uncounted: true }) };
    }
    logger.error({ err: error, ...key, position: picture.position }, "a picture could not be stored");
    return { picture, fault: "failed", retryAfter: 0 };
  }
}

async function photoOf(ownerId: string, url: string, signal: AbortSignal, allowed: AllowedHosts) {
  const { baseUrl } = env();
  const key = photoKeyOf(baseUrl, url);
  const copied = key && (await copyPhoto(ownerId, key));
  if (copied) return copied;
  const host = URL.canParse(url) ? new URL(url).host : "";
  // The server does not fetch from itself.
  if (host === new URL(baseUrl).host) throw new PictureRefused("not_yours");
  const file = await fetchUnlessSilent(`${ownerId} ${host}`, () => fetchPicture(url, signal, allowed));
  signal.throwIfAborted();
  return inStore(() => storePhoto(ownerId, file));
}

/** A saving of this server alone: other servers may ask a silent host too. */
const silentHosts = new Map<string, { readonly failures: number; readonly until: number }>();

/** After some unanswered requests in a row for pictures of a seller, this host gets none for a while. */
async function fetchUnlessSilent<File>(sellerAndHost: string, fetchFile: () => Promise<File>): Promise<File> {
  const now = Date.now();
  for (const [name, { until }] of silentHosts) if (until <= now) silentHosts.delete(name);
  const failures = silentHosts.get(sellerAndHost)?.failures ?? 0;
  if (failures >= PAUSE_AFTER_FAILURES) throw new PictureRefused("silent_host");
  try {
    const file = await fetchFile();
    silentHosts.delete(sellerAndHost);
    return file;
  } catch (error) {
    if (error instanceof PictureRefused && isUnresponsive(error.fault))
      silentHosts.set(sellerAndHost, { failures: failures + 1, until: now + HOST_PAUSE_MS });
    else silentHosts.delete(sellerAndHost);
    throw error;
  }
}

/** The hosts of this seller get requests again. */
export function forgetSilentHosts(ownerId: string): void {
  for (const name of silentHosts.keys()) if (name.startsWith(`${ownerId} `)) silentHosts.delete(name);
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
