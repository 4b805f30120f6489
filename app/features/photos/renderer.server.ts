import { Refused } from "#app/platform/refused.server.ts";
import { workerProcess } from "#app/platform/worker-process.server.ts";
import type { Picture, Rendered } from "./render.server.ts";
import type { Crop, PhotoFault } from "./rules.ts";

export interface RenderTask {
  readonly kind: "webp" | "avif" | "dhash";
  readonly file: Uint8Array<ArrayBuffer>;
  readonly square?: Crop | "middle";
}

export interface RenderAnswer {
  readonly rendered?: Rendered;
  readonly pictures?: Picture[];
  readonly dhash?: string;
  readonly refused?: PhotoFault;
}

export interface Renderer {
  /**
   * Runs `render` (render.server.ts) in the rendering process.
   * @throws Refused "photo_…" for a file that cannot be a photo. Any other error is not about the file, for example when the process ended; a
   * retry may succeed.
   */
  webp(file: Uint8Array<ArrayBuffer>, square?: Crop | "middle"): Promise<Rendered>;
  avif(largest: Uint8Array<ArrayBuffer>): Promise<Picture[]>;
  dhash(stored: Uint8Array<ArrayBuffer>): Promise<string>;
  /** Ends the rendering process, even while it renders. */
  close(): void;
}

/**
 * A process that renders pictures. The first picture starts it.
 * @param nice the niceness of the process: 0 (the default) to 19
 */
export function startRenderer(nice?: number): Renderer {
  const renderingProcess = workerProcess<RenderTask, RenderAnswer>({
    name: "the rendering process",
    source: "#app/features/photos/render-process.server.ts",
    // A seller uploads several photos, one after the other.
    idleMs: 30_000,
    // Decoding stops itself after 30 s. This limit is for a process that hangs.
    timeoutMs: 90_000,
    nice,
  });
  async function runTask(task: RenderTask): Promise<RenderAnswer> {
    const answer = await renderingProcess.run(task);
    if (answer.refused) throw new Refused(`photo_${answer.refused}`);
    return answer;
  }
  return {
    async webp(file, square) {
      const { rendered } = await runTask({ kind: "webp", file, square });
      if (!rendered) throw new Error("the rendering process gave no pictures");
      return rendered;
    },
    async avif(largest) {
      const { pictures } = await runTask({ kind: "avif", file: largest });
      if (!pictures) throw new Error("the rendering process gave no pictures");
      return pictures;
    },
    async dhash(file) {
      const { dhash } = await runTask({ kind: "dhash", file });
      if (dhash === undefined) throw new Error("the rendering process gave no hash");
      return dhash;
    },
    close: () => renderingProcess.close(),
  };
}

/** The rendering process that all uploads and jobs share. */
let shared: Renderer | undefined;

function uploads(): Renderer {
  shared ??= startRenderer();
  return shared;
}

export function renderInWorker(file: Uint8Array<ArrayBuffer>, square?: Crop | "middle"): Promise<Rendered> {
  return uploads().webp(file, square);
}

export function renderAvifInWorker(largest: Uint8Array<ArrayBuffer>): Promise<Picture[]> {
  return uploads().avif(largest);
}

export function renderDhashInWorker(stored: Uint8Array<ArrayBuffer>): Promise<string> {
  return uploads().dhash(stored);
}

export function stopRendering(): void {
  shared?.close();
  shared = undefined;
}
