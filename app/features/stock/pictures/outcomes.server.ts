import { sql, type Transaction } from "kysely";
import type { ListingKey } from "#app/domain/listing.ts";
import { arrangePhotos } from "#app/features/photos/arrange.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { pageCache } from "#app/platform/page-cache.server.ts";
import { type PictureFault, retryDelay } from "./faults.ts";
import { withArrived } from "./sequence.ts";

export interface DuePicture {
  readonly position: number;
  readonly url: string;
  /** How often fetching this picture has failed. */
  readonly tries: number;
}

export type Outcome = { readonly picture: DuePicture } & (
  | { readonly photo: { readonly id: string; readonly key: string } }
  | {
      readonly fault: PictureFault;
      /** How many seconds the picture's host asked to wait. */
      readonly retryAfter: number;
      /** Set when our server is the cause: this try does not count. */
      readonly uncounted?: true;
    }
);

/** In seconds. A longer Retry-After of a host is shortened to it. */
const LONGEST_PAUSE = 6 * 3_600;

interface Order {
  readonly position: number;
  photo_id: string | null;
}

/**
 * Adds the fetched photos to their listing, in the order of the URLs in its row, and records the faults of the other
 * pictures. Orders that changed since they were read stay as they are; a job deletes the unused photos after a day.
 */
export async function recordOutcomes(
  key: ListingKey,
  ownerId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  const changed = await db()
    .transaction()
    .execute((trx) => recordOutcomesIn(trx, key, ownerId, outcomes));
  if (changed) pageCache.invalidate(key.type);
}

async function recordOutcomesIn(
  trx: Transaction<DB>,
  key: ListingKey,
  ownerId: string,
  outcomes: readonly Outcome[],
): Promise<boolean> {
  // Every change of a listing locks the listing first, which prevents deadlocks.
  const listing = await trx
    .selectFrom("listings")
    .select("user_id")
    .where("type", "=", key.type)
    .where("id", "=", key.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (listing?.user_id !== ownerId) return false;
  const orders = await trx
    .selectFrom("picture_orders")
    .select(["position", "url", "state", "photo_id"])
    .where("listing_type", "=", key.type)
    .where("listing_id", "=", key.id)
    .orderBy("position")
    .forUpdate()
    .execute();
  const current = outcomes.filter(({ picture }) =>
    orders.some(
      ({ position, url, state }) =>
        position === picture.position && url === picture.url && state === "waiting",
    ),
  );
  const arrived = current.flatMap((outcome) => ("photo" in outcome ? outcome.photo.id : []));
  const photos = await photosOf(trx, key, ownerId, arrived);
  const before = photos.filter(({ listing_id }) => listing_id !== null).map(({ id }) => id);
  let after: string[] = before;
  for (const outcome of current) {
    if (!("photo" in outcome)) {
      await noteFault(trx, key, outcome);
      continue;
    }
    // Two URLs may have the same picture, or the owner may have added it by hand: it is shown once.
    const same = photos.find(({ id, key }) => key === outcome.photo.key && after.includes(id));
    const photo = same ?? photos.find(({ id }) => id === outcome.photo.id);
    if (photo) noteIn(orders, outcome.picture.position, photo.id);
    const placed =
      photo &&
      withArrived(
        after,
        orders.map(({ photo_id }) => photo_id),
        photo.id,
      );
    after = placed ?? after;
    if (placed) await noteDone(trx, key, outcome.picture, photo.id);
    else
      await noteFault(trx, key, {
        picture: outcome.picture,
        fault: photo ? "no_room" : "failed",
        retryAfter: 0,
      });
  }
  if (after.length === before.length) return false;
  await arrangePhotos(trx, [{ listing: key, photoIds: after }]);
  // For the page caches of the other servers.
  await sql`select pg_notify('listings', ${key.type})`.execute(trx);
  return true;
}

function noteIn(orders: readonly Order[], position: number, photoId: string): void {
  for (const order of orders) if (order.position === position) order.photo_id = photoId;
}

/** The photos of the listing in their order, and the fetched photos that are used nowhere yet. */
async function photosOf(trx: Transaction<DB>, key: ListingKey, ownerId: string, arrived: readonly string[]) {
  const rows = await trx
    .selectFrom("photos")
    .select(["id", "key", "listing_id", "position"])
    .where("user_id", "=", ownerId)
    .where((eb) =>
      eb.or([
        eb.and({ listing_type: key.type, listing_id: key.id }),
        eb.and([
          eb("id", "=", sql<string>`any(${arrived}::uuid[])`),
          eb("listing_id", "is", null),
          eb("chat_message_id", "is", null),
        ]),
      ]),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0));
}

function orderOf(trx: Transaction<DB>, key: ListingKey, picture: DuePicture) {
  return trx
    .updateTable("picture_orders")
    .where("listing_type", "=", key.type)
    .where("listing_id", "=", key.id)
    .where("position", "=", picture.position);
}

async function noteDone(
  trx: Transaction<DB>,
  key: ListingKey,
  picture: DuePicture,
  photoId: string,
): Promise<void> {
  await orderOf(trx, key, picture).set({ state: "done", fault: null, photo_id: photoId }).execute();
}

async function noteFault(
  trx: Transaction<DB>,
  key: ListingKey,
  outcome: Exclude<Outcome, { photo: unknown }>,
): Promise<void> {
  const { picture, fault, retryAfter, uncounted } = outcome;
  const pause = retryDelay(fault, uncounted ? 0 : picture.tries);
  const seconds = Math.min(Math.max(pause ?? 0, retryAfter), LONGEST_PAUSE);
  await orderOf(trx, key, picture)
    .set({
      state: pause === null ? "failed" : "waiting",
      fault,
      tries: picture.tries + (uncounted ? 0 : 1),
      next_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .execute();
}
