import { type WorkerProcess, workerProcess } from "#app/platform/worker-process.server.ts";
import { PhotoRefused } from "./photo-refused.ts";
import type { Picture, Rendered } from "./render.server.ts";
import type { Crop, PhotoFault } from "./rules.ts";

export interface RenderTask {
  readonly kind: "webp" | "avif";
  readonly file: Uint8Array<ArrayBuffer>;
  readonly square?: Crop | "middle";
}

export interface RenderAnswer {
  readonly rendered?: Rendered;
  readonly pictures?: Picture[];
  readonly refused?: PhotoFault;
}

let side: WorkerProcess<RenderTask, RenderAnswer> | undefined;

async function ask(task: RenderTask): Promise<RenderAnswer> {
  side ??= workerProcess({
    name: "the rendering process",
    source: "#app/features/photos/render-process.server.ts",
    // A seller uploads several photos, one after the other.
    idleMs: 30_000,
    // Decoding stops itself after 30 s. This is for a process that does not.
    patienceMs: 90_000,
  });
  const answer = await side.ask(task);
  if (answer.refused) throw new PhotoRefused(answer.refused);
  return answer;
}

/**
 * `render` (render.server.ts), in a separate process.
 * @throws PhotoRefused like `render`; another error when the process ended, and a retry may succeed.
 */
export async function renderInWorker(
  file: Uint8Array<ArrayBuffer>,
  square?: Crop | "middle",
): Promise<Rendered> {
  const { rendered } = await ask({ kind: "webp", file, square });
  if (!rendered) throw new Error("the rendering process gave no pictures");
  return rendered;
}

/** `renderAvif` (render.server.ts), in the same process. */
export async function renderAvifInWorker(largest: Uint8Array<ArrayBuffer>): Promise<Picture[]> {
  const { pictures } = await ask({ kind: "avif", file: largest });
  if (!pictures) throw new Error("the rendering process gave no pictures");
  return pictures;
}

/** Ends the process, even while it renders. */
export function stopRendering(): void {
  side?.close();
  side = undefined;
}
