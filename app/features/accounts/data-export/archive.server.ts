import { makeZip } from "client-zip";
import { storedPicture } from "#app/features/photos/files.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
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

/**
 * Returns the data that another feature stores about a user, as fields of second-serve.json. Each async iterable is
 * read while it is sent.
 */
export type DataExport = (userId: string) => Readonly<Record<string, AsyncIterable<object>>>;

/** A file of the user in the ZIP file. second-serve.json refers to it by its name. */
export interface ExportedFile {
  readonly name: string;
  readonly lastModified: Date;
  readonly input: AsyncIterable<Uint8Array>;
}

/** Returns the files that another feature stores for a user. They are read while they are sent. */
export type FileExport = (userId: string) => AsyncIterable<ExportedFile>;

/**
 * Streams all data of a user as a ZIP file: second-serve.json, and the photos and files to which it refers. Nothing is
 * buffered: data is read as fast as the client downloads it, and not after the client has disconnected (`signal`).
 * @throws Refused "too_often"
 */
export async function createArchive(
  userId: string,
  others: readonly DataExport[],
  { now, signal, files = [] }: { now: Date; signal: AbortSignal; files?: readonly FileExport[] },
): Promise<ReadableStream<Uint8Array>> {
  await limit("download", userId);
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
  for (const exporter of files) {
    for await (const file of exporter(userId)) yield { ...file, input: reported(file.input, signal) };
  }
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
    ...Object.assign({}, ...others.map((exporter) => exporter(userId))),
  };
}

async function* otherPhotos(userId: string) {
  for await (const { id, listingId, uploadedAt } of exportPhotos(userId)) {
    if (listingId === null) yield { file: exportedPhotoName(id), uploadedAt };
  }
}
