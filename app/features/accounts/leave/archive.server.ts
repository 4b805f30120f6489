import { makeZip } from "client-zip";
import { storedPicture } from "#app/features/listings/photos/files.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { jsonText } from "./json-text.ts";
import { photoFile } from "./photo-file.ts";
import {
  accountTaken,
  devicesTaken,
  eventsTaken,
  identitiesTaken,
  listingsTaken,
  noticeChoicesTaken,
  notificationsTaken,
  photosTaken,
  preferencesTaken,
  profileTaken,
} from "./queries.server.ts";

/** What another slice knows of a person: fields of second-serve.json, whose async iterables are read as they are sent. */
export type Taken = (userId: string) => Readonly<Record<string, AsyncIterable<object>>>;

/** A file of a person's in the ZIP file; its name is said in second-serve.json. */
export interface TakenFile {
  readonly name: string;
  readonly lastModified: Date;
  readonly input: AsyncIterable<Uint8Array>;
}

/** What another slice keeps of a person's own files, read as they are sent. */
export type FilesTaken = (userId: string) => AsyncIterable<TakenFile>;

/**
 * Everything about a person as a ZIP file: second-serve.json, and the photos and files that it names. Nothing is gathered
 * first: all is read as the reader takes it, and not at all once the reader is gone (`signal`).
 */
export function archiveOf(
  userId: string,
  others: readonly Taken[],
  { now, signal, files = [] }: { now: Date; signal: AbortSignal; files?: readonly FilesTaken[] },
): ReadableStream<Uint8Array> {
  return makeZip(reported(entries(userId, others, { now, signal, files }), signal));
}

async function* entries(
  userId: string,
  others: readonly Taken[],
  { now, signal, files }: { now: Date; signal: AbortSignal; files: readonly FilesTaken[] },
) {
  const text = jsonText(await everything(userId, others, now));
  yield { name: "second-serve.json", lastModified: now, input: reported(text, signal) };
  for await (const { id, key, uploadedAt } of photosTaken(userId)) {
    const stored = await storedPicture(key, 1280, "webp");
    if (stored) yield { name: photoFile(id), lastModified: uploadedAt, input: stored.body };
  }
  for (const taken of files) {
    for await (const file of taken(userId)) yield { ...file, input: reported(file.input, signal) };
  }
}

/** The same; what goes wrong is logged, since the browser is told nothing but that the file ended too soon. */
async function* reported<Piece>(pieces: AsyncIterable<Piece>, signal: AbortSignal): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } catch (error) {
    // A reader that goes away gives no reason.
    if (error !== undefined && !signal.aborted)
      logger.error({ err: error }, "a download could not be finished");
    throw error;
  }
}

async function everything(userId: string, others: readonly Taken[], now: Date) {
  const [account, profile, preferences, notificationChoices, identities, devices] = await Promise.all([
    accountTaken(userId),
    profileTaken(userId),
    preferencesTaken(userId),
    noticeChoicesTaken(userId),
    identitiesTaken(userId),
    devicesTaken(userId),
  ]);
  return {
    madeAt: now,
    account,
    profile: profile ?? null,
    preferences: preferences ?? null,
    notificationChoices,
    identities,
    devices,
    listings: listingsTaken(userId),
    otherPhotos: otherPhotos(userId),
    notifications: notificationsTaken(userId),
    events: eventsTaken(userId),
    ...Object.assign({}, ...others.map((taken) => taken(userId))),
  };
}

async function* otherPhotos(userId: string) {
  for await (const { id, listingId, uploadedAt } of photosTaken(userId)) {
    if (listingId === null) yield { file: photoFile(id), uploadedAt };
  }
}
