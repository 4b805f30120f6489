import { makeZip } from "client-zip";
import { storedPicture } from "#app/features/photos/files.server.ts";
import { partsOf } from "#app/features/stock/upload/parts.server.ts";
import { db, PAGE_ROWS, paginate } from "#app/platform/db.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { PHOTO_FILE, UPLOAD_FILE } from "./fragments.server.ts";
import { streamJson } from "./json-stream.ts";
import { exportedFields } from "./lists.server.ts";

/**
 * Streams all data of a user as a ZIP file: second-serve.json, and the photos and files to which it refers. Nothing is
 * buffered: data is read as fast as the client downloads it, and not after the client has disconnected (`signal`).
 * @throws Refused "too_often"
 */
export async function createArchive(
  userId: string,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  await limit("download", userId);
  return makeZip(reported(entries(userId, now, signal), signal));
}

async function* entries(userId: string, now: Date, signal: AbortSignal) {
  const text = streamJson({ madeAt: now, ...(await exportedFields(userId)) });
  yield { name: "second-serve.json", lastModified: now, input: reported(text, signal) };
  for await (const { key, name, lastModified } of photosOf(userId)) {
    const stored = await storedPicture(key, 1280, "webp");
    if (stored) yield { name, lastModified, input: stored.body };
  }
  for (const { id, name, lastModified } of await uploadsOf(userId))
    if (name) yield { name, lastModified, input: reported(partsOf(id), signal) };
}

/** Yields the same pieces, and logs an error that ends them. For the browser, the file is only truncated then. */
async function* reported<Piece>(pieces: AsyncIterable<Piece>, signal: AbortSignal): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } catch (error) {
    // When the client disconnects, the error is undefined. That is no failure.
    if (error !== undefined && !signal.aborted)
      logger.error({ err: error }, "a download could not be finished");
    throw error;
  }
}

function photosOf(userId: string) {
  return paginate((after: { id: string } | null) =>
    db()
      .selectFrom("photos")
      .select(["id", "key", PHOTO_FILE.as("name"), "created_at as lastModified"])
      .where("user_id", "=", userId)
      .$if(after !== null, (query) => query.where("id", ">", after?.id ?? ""))
      .orderBy("id")
      .limit(PAGE_ROWS)
      .execute(),
  );
}

function uploadsOf(userId: string) {
  return db()
    .selectFrom("uploads")
    .select(["id", UPLOAD_FILE.as("name"), "created_at as lastModified"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}
