import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { db } from "#app/platform/db.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { deleteUnneeded, lockFiles, photoKey, putPictures, storedPicture } from "./files.server.ts";
import { makePrivate } from "./make-private.server.ts";
import { isUnused } from "./queries.server.ts";
import { renderAvifInWorker, renderDhashInWorker } from "./renderer.server.ts";

/** The job that makes the AVIF pictures of a photo. Its data is `{ key }`. */
export const MAKE_AVIF = "photos-avif";

export const photoJobs: JobHandlers = {
  [MAKE_AVIF]: { work: makeAvif, once: true },
  "photos-dhash": {
    work: (_data, signal) => hashPhotos(signal),
    cron: "*/10 * * * *",
  },
  "photos-private": {
    work: (_data, signal) => makePrivate(signal),
    cron: "47 * * * *",
    timeoutSeconds: 1_800,
  },
};

/**
 * The job that deletes unused photos with their files: those that nothing has used for a day, and those whose owner
 * deleted their account.
 * @param isKept what features above still use (`isUnused`)
 */
export function photoSweep(isKept: RawBuilder<boolean>): JobHandlers {
  const unused = sql<boolean>`${isUnused(isKept)} and (created_at < now() - interval '24 hours' or user_id is null)`;
  const work = (_data: unknown, signal: AbortSignal) => deleteUnusedPhotos(unused, signal);
  return { "photos-sweep": { work, cron: "17 * * * *", timeoutSeconds: 1_800 } };
}

const avifTask = z.object({ key: photoKey });

// The WebP pictures exist when the response to the upload is sent. AVIF pictures are smaller, but making them takes
// several times as long.
async function makeAvif(data: unknown): Promise<void> {
  const { key } = avifTask.parse(data);
  const waiting = await db()
    .selectFrom("photos")
    .select("id")
    .where("key", "=", key)
    .where("avif", "=", false)
    .executeTakeFirst();
  const largest = waiting && (await storedPicture(key, 1280, "webp"));
  if (!largest) return;
  const pictures = await renderAvifInWorker(new Uint8Array(await new Response(largest.body).arrayBuffer()));
  await db()
    .transaction()
    .execute(async (trx) => {
      await lockFiles(trx, key);
      const needed = await trx.selectFrom("photos").select("id").where("key", "=", key).executeTakeFirst();
      if (!needed) return;
      await putPictures(key, pictures, "avif");
      await trx.updateTable("photos").set({ avif: true }).where("key", "=", key).execute();
    });
}

const HASHES_AT_ONCE = 500;

/** Hashes photos of listings that have no hash yet: those of the demo, and those stored before photos had a hash. */
export async function hashPhotos(signal?: AbortSignal): Promise<void> {
  const waiting = await db()
    .selectFrom("photos")
    .select("key")
    .where("dhash", "is", null)
    .where("listing_id", "is not", null)
    // In random order, so that photos whose files are missing or damaged do not hold up the others.
    .orderBy(sql`random()`)
    .limit(HASHES_AT_ONCE)
    .execute();
  const failures: unknown[] = [];
  for (const key of new Set(waiting.map(({ key }) => key))) {
    if (signal?.aborted) break;
    await hashPhoto(key).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, "some photos could not be hashed");
}

async function hashPhoto(key: string): Promise<void> {
  const stored = await storedPicture(key, 320, "webp");
  if (!stored) return;
  const dhash = await renderDhashInWorker(new Uint8Array(await new Response(stored.body).arrayBuffer()));
  await db().updateTable("photos").set({ dhash }).where("key", "=", key).execute();
}

const BATCH_SIZE = 5_000;

async function deleteUnusedPhotos(unused: RawBuilder<boolean>, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  let orphans: { key: string }[];
  do {
    orphans = await db()
      .selectFrom("photos")
      .select("key")
      .distinct()
      .where(unused)
      .limit(BATCH_SIZE)
      .execute();
    for (const { key } of orphans) {
      signal.throwIfAborted();
      // One failed deletion must not prevent the others.
      await deleteUnusedOf(key, unused).catch((error: unknown) => failures.push(error));
    }
  } while (orphans.length === BATCH_SIZE && failures.length === 0);
  if (failures.length > 0) throw new AggregateError(failures, "some photos could not be deleted");
}

async function deleteUnusedOf(key: string, unused: RawBuilder<boolean>): Promise<void> {
  await db()
    .transaction()
    .execute(async (trx) => {
      await lockFiles(trx, key);
      await trx.deleteFrom("photos").where("key", "=", key).where(unused).execute();
      await deleteUnneeded(trx, key);
    });
}
