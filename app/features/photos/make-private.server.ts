import { db } from "#app/platform/db.server.ts";
import { deleteUnneeded, keyForPrivate, lockFiles, putPictures, storedPicture } from "./files.server.ts";
import { PHOTO_WIDTHS, type PhotoFormat, type PhotoWidth } from "./photo.ts";

const BATCH_SIZE = 1_000;

type Copied = { width: PhotoWidth; body: Uint8Array<ArrayBuffer> };

/**
 * Gives private keys to photos of messages that were sent when all photos were public. It copies the files before it
 * changes the row, so that an interruption loses nothing: the next run writes the same copies again.
 */
export async function makePrivate(signal: AbortSignal): Promise<void> {
  const photos = await db()
    .selectFrom("photos")
    .select(["id", "key", "user_id", "avif"])
    .where("chat_message_id", "is not", null)
    .where("key", "not like", "private-%")
    .limit(BATCH_SIZE)
    .execute();
  const failures: unknown[] = [];
  for (const photo of photos) {
    signal.throwIfAborted();
    // One photo with damaged files must not prevent the other photos from being made private.
    await rename(photo).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, "some photos could not be made private");
}

type Row = { id: string; key: string; user_id: string | null; avif: boolean };

async function rename({ id, key, user_id, avif }: Row): Promise<void> {
  const newKey = keyForPrivate(user_id, key);
  await putPictures(newKey, await copies(key, "webp"), "webp");
  if (avif) await putPictures(newKey, await copies(key, "avif"), "avif");
  await db()
    .transaction()
    .execute(async (trx) => {
      await lockFiles(trx, key);
      await trx.updateTable("photos").set({ key: newKey, avif }).where("id", "=", id).execute();
      await deleteUnneeded(trx, key);
    });
}

async function copies(key: string, format: PhotoFormat): Promise<Copied[]> {
  const pictures: Copied[] = [];
  for (const width of PHOTO_WIDTHS) {
    const stored = await storedPicture(key, width, format);
    if (!stored) throw new Error(`No ${width}.${format} of photo ${key} is stored.`);
    pictures.push({ width, body: new Uint8Array(await new Response(stored.body).arrayBuffer()) });
  }
  return pictures;
}
