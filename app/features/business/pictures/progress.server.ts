import { publishEphemeral } from "#app/platform/events.server.ts";
import { logger } from "#app/platform/log.server.ts";

/** No upload is told of more often than this, in ms. */
const SELDOM = 2_000;

const lastPublished = new Map<string, number>();
const planned = new Map<string, NodeJS.Timeout>();

/** Tells this person's open pages that an upload's pictures have come further: soon, and no more than each two seconds. */
export function publishPictureProgress(ownerId: string, uploadId: string): void {
  if (planned.has(uploadId)) return;
  const since = performance.now() - (lastPublished.get(uploadId) ?? Number.NEGATIVE_INFINITY);
  const timer = setTimeout(() => publishProgress(ownerId, uploadId), Math.max(0, SELDOM - since));
  // A server that ends does not wait for this: the page looks again when it has its stream back.
  timer.unref();
  planned.set(uploadId, timer);
}

function publishProgress(ownerId: string, uploadId: string): void {
  planned.delete(uploadId);
  lastPublished.set(uploadId, performance.now());
  // Whoever was told long ago need not be remembered.
  for (const [id, at] of lastPublished) if (performance.now() - at > 60_000) lastPublished.delete(id);
  publishEphemeral(ownerId, "upload.progress", { uploadId }).catch((error: unknown) =>
    logger.warn({ err: error, uploadId }, "progress of pictures was not told"),
  );
}
