import { publishEphemeral } from "#app/platform/events.server.ts";
import { logger } from "#app/platform/log.server.ts";

const MIN_INTERVAL_MS = 2_000;

const lastPublished = new Map<string, number>();
const planned = new Map<string, NodeJS.Timeout>();

/** Notifies the owner's open pages of the progress of an upload's pictures, at most every two seconds. */
export function publishPictureProgress(ownerId: string, uploadId: string): void {
  if (planned.has(uploadId)) return;
  const since = performance.now() - (lastPublished.get(uploadId) ?? Number.NEGATIVE_INFINITY);
  const timer = setTimeout(() => publishProgress(ownerId, uploadId), Math.max(0, MIN_INTERVAL_MS - since));
  // A stopping server need not wait for this: the page also polls while pictures are waiting.
  timer.unref();
  planned.set(uploadId, timer);
}

function publishProgress(ownerId: string, uploadId: string): void {
  planned.delete(uploadId);
  lastPublished.set(uploadId, performance.now());
  for (const [id, at] of lastPublished) if (performance.now() - at > 60_000) lastPublished.delete(id);
  publishEphemeral(ownerId, "upload.progress", { uploadId }).catch((error: unknown) =>
    logger.warn({ err: error, uploadId }, "the progress of pictures could not be published"),
  );
}
