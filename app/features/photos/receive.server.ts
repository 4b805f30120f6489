import { type BodyLimits, BodyTooLarge, bodyOf, joined } from "#app/platform/body.server.ts";
import { HeldBytes, heldByAddress } from "#app/platform/held-bytes.server.ts";
import { clientAddress } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { MAX_BYTES } from "./rules.ts";
import { BUSY_SECONDS } from "./slots.server.ts";

/** The limit of all uploads in memory together, on one server. An upload stays in memory until it is decoded. */
const heldByAll = new HeldBytes(128 * 1024 * 1024);
/**
 * The limit of one user's uploads in memory: three files, as many as a browser sends at the same time. So a user with
 * many slow uploads does not block others.
 */
const heldByPerson = new HeldBytes(3 * MAX_BYTES);

export type ReadBody = (personId: string) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Runs `work`, which may read the request's body into memory, once. The body counts as in memory until `work` ends.
 * Reading stops when the body is too large, or when the uploads in memory, of this person, of this client address or of
 * everybody, exceed their limit: it throws Refused "photo_too_heavy", "photo_busy", "error_stalled" or "photo_broken"
 * (interrupted).
 */
export async function withBody<T>(
  request: Request,
  work: (read: ReadBody) => Promise<T>,
  limits: BodyLimits = { bytes: MAX_BYTES },
): Promise<T> {
  const address = clientAddress(request);
  let release = () => {};
  async function read(personId: string) {
    const hold = (bytes: number) =>
      [
        heldByAll.add("all", bytes),
        heldByPerson.add(personId, bytes),
        heldByAddress.add(address, bytes),
      ].includes(true);
    const chunks: Uint8Array[] = [];
    let length = 0;
    release = () => hold(-length);
    try {
      for await (const chunk of bodyOf(request, limits)) {
        chunks.push(chunk);
        length += chunk.length;
        if (hold(chunk.length)) throw new Refused("photo_busy", { seconds: BUSY_SECONDS });
      }
      return joined(chunks, length);
    } catch (error) {
      if (error instanceof BodyTooLarge) throw new Refused("photo_too_heavy");
      // The visitor left the page, or the connection broke.
      if (request.signal.aborted && !(error instanceof Refused)) throw new Refused("photo_broken");
      throw error;
    }
  }
  try {
    return await work(read);
  } finally {
    release();
  }
}
