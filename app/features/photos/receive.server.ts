import { type BodyLimits, BodyTooLarge, bodyOf, joined } from "#app/platform/body.server.ts";
import { PhotoRefused } from "./photo-refused.ts";
import { MAX_BYTES } from "./rules.ts";

// Bodies wait in memory for their turn to be decoded: this is what they may take all together, on one server.
const MAX_HELD_BYTES = 128 * 1024 * 1024;
/** Of one person: the three that a browser sends at once. Whoever sends slowly, and many, is in nobody else's way. */
const MAX_HELD_BYTES_EACH = 3 * MAX_BYTES;

let heldBytes = 0;
/** By person, for those who are sending. */
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
 * Reads the body of this person's request into memory and gives it to `use`; it stops reading as soon as the body is
 * too large, or the bodies that are being received are too many.
 * @throws PhotoRefused "too_heavy", "busy" or "broken" (empty, or broken off), and what `use` throws.
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
    // The visitor went away, or the connection did.
    if (request.signal.aborted) throw new PhotoRefused("broken", { cause: error });
    throw error;
  } finally {
    reserveMemory(personId, -length);
  }
}
