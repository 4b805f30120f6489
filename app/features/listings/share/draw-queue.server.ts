import { LRUCache } from "lru-cache";
import { type WorkerProcess, workerProcess } from "#app/platform/worker-process.server.ts";
import type { SharedPicture } from "./shared-picture.ts";

export interface DrawTask {
  readonly picture: SharedPicture;
  readonly photo?: Uint8Array;
}

export class DrawQueueFull extends Error {}

type DrawnPicture = Uint8Array<ArrayBuffer>;

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_WAITING = 24;

/** A shared listing is usually fetched by several sites within a minute. */
const cache = new LRUCache<string, DrawnPicture>({
  maxSize: MAX_BYTES,
  sizeCalculation: (body) => body.byteLength,
});
const inProgress = new Map<string, Promise<DrawnPicture>>();

let worker: WorkerProcess<DrawTask, DrawnPicture> | undefined;
/** One picture is drawn at a time, since no visitor waits for it. */
let last: Promise<unknown> = Promise.resolve();

async function drawInWorker(task: () => Promise<DrawTask>): Promise<DrawnPicture> {
  worker ??= workerProcess({
    name: "the drawing process",
    source: "#app/features/listings/share/draw-process.server.ts",
    idleMs: 20_000,
    timeoutMs: 60_000,
    nice: 10,
  });
  return worker.run(await task());
}

function oneAtATime(draw: () => Promise<DrawnPicture>): Promise<DrawnPicture> {
  const drawing = last.then(draw);
  last = drawing.catch(() => {});
  return drawing;
}

/**
 * `version` is the cache key, and changes with the content of the picture. `mayDraw` is called before drawing, and can
 * throw.
 * @throws DrawQueueFull
 */
export async function drawPicture(
  version: string,
  task: () => Promise<DrawTask>,
  mayDraw: () => Promise<void>,
): Promise<DrawnPicture> {
  const known = cache.get(version) ?? inProgress.get(version);
  if (known) return known;
  if (inProgress.size >= MAX_WAITING) throw new DrawQueueFull("the queue of pictures is full");
  const drawing = mayDraw().then(() => oneAtATime(() => drawInWorker(task)));
  inProgress.set(version, drawing);
  try {
    const body = await drawing;
    cache.set(version, body);
    return body;
  } finally {
    inProgress.delete(version);
  }
}

/** Ends the drawing process, even while it draws. */
export function stopDrawing(): void {
  worker?.close();
  worker = undefined;
}
