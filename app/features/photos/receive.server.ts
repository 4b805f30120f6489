import { type BodyLimits, BodyTooLarge, bodyOf, joined } from "#app/platform/body.server.ts";
import { PhotoRefused } from "./photo-refused.ts";
import { MAX_BYTES } from "./rules.ts";

// The limit of all uploads in memory together, on one server. An upload stays in memory until it is decoded.
const MAX_HELD_BYTES = 128 * 1024 * 1024;
/**
 * The limit of one user's uploads in memory: three files, as many as a browser sends at the same time. So a user with
 * many slow uploads does not block others.
 */
const MAX_HELD_BYTES_EACH = 3 * MAX_BYTES;

let heldBytes = 0;
/** The bytes in memory, by user. */
const heldOf = new Map<string, number>();

function reserveMemory(personId: string, bytes: number): void {
  heldBytes += bytes;
  const theirs = (heldOf.get(personId) ?? 0) + bytes;
  if (theirs === 0) heldOf.delete(personId);
  else heldOf.set(personId, theirs);
}

function isFull(personId: string): boolean {
  return heldBytes > MAX_HELD_BYTES || (heldOf.get(personId) ?? 0) > MAX_HELD_BYTES_EACH;
}

/**
 * Reads the request's body into memory and passes it to `use`. It stops when the body is too large, or when the uploads
 * in memory, of this person or of everybody, exceed their limit.
 * @throws PhotoRefused "too_heavy", "busy" or "broken" (interrupted), and what `use` throws.
 */
export async function withBody<T>(
  request: Request,
  personId: string,
  use: (body: Uint8Array<ArrayBuffer>) => Promise<T>,
  limits: BodyLimits = { bytes: MAX_BYTES },
): Promise<T> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of bodyOf(request, limits)) {
      chunks.push(chunk);
      length += chunk.length;
      reserveMemory(personId, chunk.length);
      if (isFull(personId)) throw new PhotoRefused("busy");
    }
    return await use(joined(chunks, length));
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new PhotoRefused("too_heavy", { cause: error });
    // The visitor left the page, or the connection broke.
    if (request.signal.aborted) throw new PhotoRefused("broken", { cause: error });
    throw error;
  } finally {
    reserveMemory(personId, -length);
  }
}
