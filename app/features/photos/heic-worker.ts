// The code of a worker thread for one picture (heic.server.ts). libheif's memory is released with the thread, so it is
// not freed explicitly.
import { parentPort, workerData } from "node:worker_threads";
import load from "libheif-js/libheif-wasm/libheif-bundle.mjs";
import type { HeicAnswer, HeicTask } from "./heic.server.ts";

// From libheif's headers.
const COLORSPACE_RGB = 1;
const CHROMA_INTERLEAVED_RGB = 10;
const CHANNEL_INTERLEAVED = 10;
const LIMITS_MAX_IMAGE_PIXELS = 8;

const heif = await load();
// libheif aborts on some invalid files, and when it runs out of memory.
const answer = await decode(workerData as HeicTask).catch(() => null);
parentPort?.postMessage(answer, answer ? [answer.pixels.buffer] : []);

/** The primary picture as 8-bit RGB, upright: libheif applies the rotation and mirroring in the file. */
async function decode({ file, maxPixels }: HeicTask): Promise<HeicAnswer> {
  const view = () => new DataView(heif.HEAPU8.buffer);
  const error = heif._malloc(12);
  const result = heif._malloc(4);
  const failed = () => view().getInt32(error, true) !== 0;

  const data = heif._malloc(file.length);
  heif.HEAPU8.set(file, data);
  const context = heif._heif_context_alloc();
  const limits = heif._heif_context_get_security_limits(context);
  view().setBigUint64(limits + LIMITS_MAX_IMAGE_PIXELS, BigInt(maxPixels), true);

  heif._heif_context_read_from_memory_without_copy(error, context, data, file.length, 0);
  if (failed()) return null;
  heif._heif_context_get_primary_image_handle(error, context, result);
  if (failed()) return null;
  const handle = view().getUint32(result, true);
  if (heif._heif_image_handle_get_width(handle) * heif._heif_image_handle_get_height(handle) > maxPixels)
    return null;
  heif._heif_decode_image(error, handle, result, COLORSPACE_RGB, CHROMA_INTERLEAVED_RGB, 0);
  if (failed()) return null;
  const image = view().getUint32(result, true);

  const width = heif._heif_image_get_width(image, CHANNEL_INTERLEAVED);
  const height = heif._heif_image_get_height(image, CHANNEL_INTERLEAVED);
  const plane = heif._heif_image_get_plane_readonly(image, CHANNEL_INTERLEAVED, result);
  const stride = view().getInt32(result, true);
  if (plane === 0 || width < 1 || height < 1 || width * height > maxPixels) return null;
  // Rows may be padded in memory.
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const row = plane + y * stride;
    pixels.set(heif.HEAPU8.subarray(row, row + width * 3), y * width * 3);
  }
  return { pixels, width, height };
}
