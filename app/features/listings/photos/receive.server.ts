import { UploadRefused } from "./render.server.ts";
import { MAX_BYTES } from "./rules.ts";

// Bodies wait in memory for their turn to be decoded: this is what they may take all together, on one server.
const MAX_HELD_BYTES = 128 * 1024 * 1024;

let held = 0;

/**
 * Reads the body of a request into memory and gives it to `use`; it stops reading as soon as the file is too large, or
 * the files that are being received are too many.
 * @throws UploadRefused "too_heavy", "busy" or "broken" (empty, or broken off), and what `use` throws.
 */
export async function withBody<T>(
  request: Request,
  use: (file: Uint8Array<ArrayBuffer>) => Promise<T>,
): Promise<T> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BYTES) throw new UploadRefused("too_heavy");
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      chunks.push(chunk);
      length += chunk.length;
      held += chunk.length;
      if (length > MAX_BYTES) throw new UploadRefused("too_heavy");
      if (held > MAX_HELD_BYTES) throw new UploadRefused("busy");
    }
    return await use(joined(chunks, length));
  } catch (error) {
    // The visitor went away, or the connection did.
    if (request.signal.aborted) throw new UploadRefused("broken", { cause: error });
    throw error;
  } finally {
    held -= length;
  }
}

// Lets go of each chunk as it is copied: the file is in memory once, not twice.
function joined(chunks: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(length);
  let at = 0;
  for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) {
    file.set(chunk, at);
    at += chunk.length;
  }
  return file;
}
