import { makeZip } from "client-zip";
import { storedPicture } from "#app/features/photos/files.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { exportedPhotoName } from "./exported-photo.ts";
import { streamJson } from "./json-stream.ts";
import {
  exportAccount,
  exportDevices,
  exportEvents,
  exportIdentities,
  exportListings,
  exportNoticeChoices,
  exportNotifications,
  exportPhotos,
  exportPreferences,
  exportProfile,
} from "./queries.server.ts";

/** What another slice knows of a person: fields of second-serve.json, whose async iterables are read as they are sent. */
export type DataExport = (userId: string) => Readonly<Record<string, AsyncIterable<object>>>;

/** A file of a person's in the ZIP file; its name is said in second-serve.json. */
export interface ExportedFile {
  readonly name: string;
  readonly lastModified: Date;
  readonly input: AsyncIterable<Uint8Array>;
}

/** What another slice keeps of a person's own files, read as they are sent. */
export type FileExport = (userId: string) => AsyncIterable<ExportedFile>;

/**
 * Everything about a person as a ZIP file: second-serve.json, and the photos and files that it names. Nothing is gathered
 * first: all is read as the reader takes it, and not at all once the reader is gone (`signal`).
 */
export function createArchive(
  userId: string,
  others: readonly DataExport[],
  { now, signal, files = [] }: { now: Date; signal: AbortSignal; files?: readonly FileExport[] },
): ReadableStream<Uint8Array> {
  return makeZip(reported(entries(userId, others, { now, signal, files }), signal));
}

async function* entries(
  userId: string,
  others: readonly DataExport[],
  { now, signal, files }: { now: Date; signal: AbortSignal; files: readonly FileExport[] },
) {
  const text = streamJson(await everything(userId, others, now));
  yield { name: "second-serve.json", lastModified: now, input: reported(text, signal) };
  for await (const { id, key, uploadedAt } of exportPhotos(userId)) {
    const stored = await storedPicture(key, 1280, "webp");
    if (stored) yield { name: exportedPhotoName(id), lastModified: uploadedAt, input: stored.body };
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

async function everything(userId: string, others: readonly DataExport[], now: Date) {
  const [account, profile, preferences, notificationChoices, identities, devices] = await Promise.all([
    exportAccount(userId),
    exportProfile(userId),
    exportPreferences(userId),
    exportNoticeChoices(userId),
    exportIdentities(userId),
    exportDevices(userId),
  ]);
  return {
    madeAt: now,
    account,
    profile: profile ?? null,
    preferences: preferences ?? null,
    notificationChoices,
    identities,
    devices,
    listings: exportListings(userId),
    otherPhotos: otherPhotos(userId),
    notifications: exportNotifications(userId),
    events: exportEvents(userId),
    ...Object.assign({}, ...others.map((taken) => taken(userId))),
  };
}

async function* otherPhotos(userId: string) {
  for await (const { id, listingId, uploadedAt } of exportPhotos(userId)) {
    if (listingId === null) yield { file: exportedPhotoName(id), uploadedAt };
  }
}
