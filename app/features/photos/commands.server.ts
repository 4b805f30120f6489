import { type RawBuilder, sql, type Transaction } from "kysely";
import { isId } from "#app/domain/ids.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { enqueue } from "#app/platform/jobs.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { arrangePhotos } from "./arrange.server.ts";
import {
  contentKey,
  deleteUnneeded,
  hasPictures,
  keyForPrivate,
  lockFiles,
  putPictures,
} from "./files.server.ts";
import { MAKE_AVIF } from "./jobs.server.ts";
import type { Photo } from "./photo.ts";
import { isUnused, PHOTO_COLUMNS } from "./queries.server.ts";
import { withBody } from "./receive.server.ts";
import type { Rendered } from "./render.server.ts";
import { renderInWorker } from "./renderer.server.ts";
import { type Crop, faultOfAttaching } from "./rules.ts";
import { inSlot } from "./slots.server.ts";

/**
 * Stores an uploaded file as a photo of this user, which is on no listing yet, and returns the photo. With `square`, it
 * stores only that part, without AVIF pictures, for a profile picture. A file that was uploaded before is not decoded
 * or stored again.
 * @throws Refused "photo_…", with nothing stored; and what the database or the storage throws.
 */
export async function storePhoto(
  viewerId: string,
  file: Uint8Array<ArrayBuffer>,
  square?: Crop | "middle",
): Promise<Photo> {
  return store(viewerId, contentKey(file, square), file, square);
}

/**
 * Receives a file as the body of a request, and stores it as the viewer's photo.
 * @throws Refused "too_often", and as `storePhoto`
 */
export async function uploadPhoto(
  viewer: Viewer,
  request: Request,
  use: "listing" | "message",
): Promise<Photo> {
  await limit("upload", viewer.id);
  const storeFile = use === "message" ? storePrivatePhoto : storePhoto;
  return withBody(request, async (read) => storeFile(viewer.id, await read(viewer.id)));
}

/**
 * Stores an uploaded file as a private photo of this user, for a message or a report.
 * @throws as `storePhoto`
 */
export async function storePrivatePhoto(viewerId: string, file: Uint8Array<ArrayBuffer>): Promise<Photo> {
  return store(viewerId, keyForPrivate(viewerId, contentKey(file)), file);
}

async function store(
  viewerId: string,
  key: string,
  file: Uint8Array<ArrayBuffer>,
  square?: Crop | "middle",
): Promise<Photo> {
  const photo = (await storeKnown(viewerId, key)) ?? (await storeNew(viewerId, key, file, square));
  if (!photo.avif && !square) await enqueue(MAKE_AVIF, { key }, { singletonKey: key });
  return photo;
}

/** Copies one of this user's photos. The copy is on no listing yet. Null: the user has no photo with this key. */
export async function copyPhoto(viewerId: string, key: string): Promise<Photo | null> {
  const source = await db()
    .selectFrom("photos")
    .select("id")
    .where("key", "=", key)
    .where("user_id", "=", viewerId)
    .executeTakeFirst();
  return source ? ((await storeKnown(viewerId, key)) ?? null) : null;
}

async function storeKnown(viewerId: string, key: string): Promise<Photo | undefined> {
  if (!(await hasPictures(key))) return undefined;
  return db()
    .transaction()
    .execute(async (trx) => {
      await lockFiles(trx, key);
      const existing = await trx
        .selectFrom("photos")
        .select(["key", "width", "height", "thumbhash", "avif", "dhash"])
        .where("key", "=", key)
        .executeTakeFirst();
      return existing && insert(trx, { ...existing, user_id: viewerId });
    });
}

// The row is written before the files: while the row exists, the job that deletes unused photos keeps the files. If the
// server crashes in between, that job later finds the row and deletes both.
async function storeNew(
  viewerId: string,
  key: string,
  file: Uint8Array<ArrayBuffer>,
  square?: Crop | "middle",
): Promise<Photo> {
  const rendered = await inSlot(() => renderInWorker(file, square));
  const photo = await db()
    .transaction()
    .execute(async (trx) => {
      await lockFiles(trx, key);
      return insert(trx, rowOf(viewerId, key, rendered));
    });
  try {
    await putPictures(key, rendered.pictures, "webp");
  } catch (error) {
    // Nothing knows a photo that was never answered.
    await remove(photo.id, key, sql<boolean>`false`);
    throw error;
  }
  return photo;
}

function rowOf(viewerId: string, key: string, { width, height, thumbhash, dhash }: Rendered) {
  return { user_id: viewerId, key, width, height, thumbhash, dhash, avif: false };
}

type NewPhoto = Omit<Photo, "id"> & { readonly user_id: string; readonly dhash: string | null };

function insert(trx: Transaction<DB>, row: NewPhoto): Promise<Photo> {
  return trx.insertInto("photos").values(row).returning(PHOTO_COLUMNS).executeTakeFirstOrThrow();
}

async function remove(id: string, key: string, isKept: RawBuilder<boolean>): Promise<void> {
  await db()
    .transaction()
    .execute(async (trx) => {
      await lockFiles(trx, key);
      await trx.deleteFrom("photos").where("id", "=", id).where(isUnused(isKept)).execute();
      await deleteUnneeded(trx, key);
    });
}

/**
 * Deletes a photo of this user that is on no listing and in no message, unless their profile uses it or it `isKept`
 * (`isUnused`). Returns false when there is no such photo.
 */
export async function deletePhoto(
  viewer: { id: string },
  id: string,
  isKept: RawBuilder<boolean>,
): Promise<boolean> {
  if (!isId(id)) return false;
  const photo = await db()
    .selectFrom("photos")
    .select(["id", "key", "user_id", "listing_type", "listing_id", "chat_message_id"])
    .where("id", "=", id)
    .executeTakeFirst();
  const used = photo && (photo.listing_id !== null || photo.chat_message_id !== null);
  if (!photo || used || !can(viewer, "use", { kind: "photo", userId: photo.user_id })) return false;
  await remove(photo.id, photo.key, isKept);
  return true;
}

/**
 * Attaches photos to a message, in this order.
 * @throws 422 one does not exist, is not this user's, is not private, or is in use already
 */
export async function attachToMessage(
  trx: Transaction<DB>,
  viewer: Viewer,
  messageId: string,
  ids: readonly string[],
) {
  const { rows } = await sql<Photo & { position: number }>`
    update photos set chat_message_id = ${messageId}, position = wanted.position - 1
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
    where photos.id = wanted.id and user_id = ${viewer.id} and starts_with(key, 'private-')
      and listing_id is null and chat_message_id is null
    returning ${sql.join(PHOTO_COLUMNS.map((column) => sql.ref(`photos.${column}`)))}, photos.position
  `.execute(trx);
  if (rows.length < ids.length) throw new Refused("photos_attach_missing");
  return rows.sort((one, other) => one.position - other.position);
}

/**
 * Gives the listing these photos, in this order, as `arrangePhotos` does; the first is the main one. Call it in the
 * transaction that writes the listing. The listing must exist.
 * @throws Refused, with nothing changed
 */
export async function attachPhotos(
  trx: Transaction<DB>,
  viewerId: string,
  listing: ListingKey,
  photoIds: readonly string[],
): Promise<void> {
  if (!photoIds.every(isId)) throw new Refused("photos_attach_missing");
  const rows = await prepared(
    trx
      .selectFrom("photos")
      .select(["id", "key", "user_id", "listing_type", "listing_id", "chat_message_id"])
      .where((eb) =>
        eb.or([
          eb("id", "=", sql<string>`any(${photoIds}::uuid[])`),
          eb.and({ listing_type: listing.type, listing_id: listing.id }),
        ]),
      )
      // The rows are always locked in the same order, so that two concurrent saves of a listing cannot deadlock.
      .orderBy("id")
      .forUpdate(),
    trx,
  );
  const fault = faultOfAttaching(viewerId, listing, photoIds, rows);
  if (fault) throw new Refused(fault);
  await arrangePhotos(trx, [{ listing, photoIds }]);
}
