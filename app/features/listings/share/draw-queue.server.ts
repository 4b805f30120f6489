import { LRUCache } from "lru-cache";
import { type WorkerProcess, workerProcess } from "#app/platform/worker-process.server.ts";
import type { SharedPicture } from "./shared-picture.ts";

export interface DrawTask {
  readonly picture: SharedPicture;
  readonly photo?: Uint8Array;
}

/** Thrown when too many pictures wait already. */
export class DrawQueueFull extends Error {}

type DrawnPicture = Uint8Array<ArrayBuffer>;

const MAX_BYTES = 8 * 1024 * 1024;
/** At worst some seconds of waiting. */
const MAX_WAITING = 24;

/** A cache only. A shared listing is usually fetched by several sites within the minute. */
const cache = new LRUCache<string, DrawnPicture>({
  maxSize: MAX_BYTES,
  sizeCalculation: (body) => body.byteLength,
});
const inProgress = new Map<string, Promise<DrawnPicture>>();

let side: WorkerProcess<DrawTask, DrawnPicture> | undefined;
/** One at a time: no visitor waits for these pictures. */
let last: Promise<unknown> = Promise.resolve();

async function drawInWorker(task: () => Promise<DrawTask>): Promise<DrawnPicture> {
  side ??= workerProcess({
    name: "the drawing process",
    source: "#app/features/listings/share/draw-process.server.ts",
    idleMs: 20_000,
    patienceMs: 60_000,
    nice: 10,
  });
  return side.ask(await task());
}

function oneAtATime(draw: () => Promise<DrawnPicture>): Promise<DrawnPicture> {
  const drawing = last.then(draw);
  last = drawing.catch(() => {});
  return drawing;
}

/**
 * A drawn picture. `version` names all that it is made of: equal ones are drawn once. `mayDraw` is called before
 * drawing.
 * @throws DrawQueueFull when too many wait already, and what `mayDraw` throws.
 */
export async function drawPicture(
  version: string,
  task: () => Promise<DrawTask>,
  mayDraw: () => Promise<void>,
): Promise<DrawnPicture> {
  const known = cache.get(version) ?? inProgress.get(version);
  if (known) return known;
  if (inProgress.size >= MAX_WAITING) throw new DrawQueueFull("too many pictures are waited for");
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

/** Ends the process, even while it draws. */
export function stopDrawing(): void {
  side?.close();
  side = undefined;
}
