import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { MAX_PIXELS } from "./rules.ts";

export type HeicTask = { file: Uint8Array; maxPixels: number };

/** 8-bit RGB, three bytes a pixel, upright. */
export type Pixels = { pixels: Uint8Array<ArrayBuffer>; width: number; height: number };

/** The decoded picture. Null: libheif cannot decode the file, it takes too long, or the picture has too many pixels. */
export type HeicAnswer = Pixels | null;

// The path of the TypeScript source, which Node runs directly, in production too.
const WORKER = createRequire(import.meta.url).resolve("#app/features/photos/heic-worker.ts");

// 12 megapixels take half a second; the timeout is for hostile files.
const TIMEOUT_MS = 30_000;

/**
 * Decodes HEIC, which the published builds of sharp leave out because of patents. Each picture has its own thread: a
 * hostile file can be stopped, and the WebAssembly memory, which never shrinks, is released with the thread.
 * @throws when the thread cannot be started or does not load libheif.
 */
export async function decodeHeic(file: Uint8Array): Promise<HeicAnswer> {
  const task: HeicTask = { file, maxPixels: MAX_PIXELS };
  const { promise, resolve, reject } = Promise.withResolvers<HeicAnswer>();
  // The thread does not get the flags of this process: it needs none of them, and some would make it run another
  // program.
  const worker = new Worker(WORKER, { workerData: task, execArgv: [], stdout: true, stderr: true });
  worker.on("message", resolve);
  worker.on("error", reject);
  worker.on("exit", (code) => reject(new Error(`the HEIC thread ended with ${code}`)));
  const timeout = setTimeout(resolve, TIMEOUT_MS, null);
  try {
    return await promise;
  } finally {
    clearTimeout(timeout);
    await worker.terminate();
  }
}
