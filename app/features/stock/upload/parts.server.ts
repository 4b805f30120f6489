import { sql } from "kysely";
import { FileRefused, MAX_FILE_BYTES } from "#app/domain/csv/file-fault.ts";
import { db } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

/** While a file arrives, only one part of it is in memory. */
const PART_BYTES = 256 * 1024;
/** PostgreSQL's code for the violation of a foreign key. */
const REFERS_TO_NOTHING = "23503";

async function* pieces(chunks: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let piece = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const some = chunk.subarray(at, at + size - filled);
      piece.set(some, filled);
      filled += some.length;
      at += some.length;
      if (filled < size) continue;
      yield piece;
      piece = new Uint8Array(size);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

/**
 * Stores a file while it arrives; returns its size in bytes.
 * @param onStart receives the first part, and throws if the file is not CSV
 * @throws FileRefused "too_large"; Refused "stock_file_broken" when the upload was deleted, for example because another upload of the
 * same file replaced it
 */
export async function storeParts(
  uploadId: string,
  chunks: AsyncIterable<Uint8Array>,
  onStart: (start: Uint8Array) => void,
): Promise<number> {
  let bytes = 0;
  let number = 0;
  for await (const piece of pieces(chunks, PART_BYTES)) {
    bytes += piece.length;
    if (bytes > MAX_FILE_BYTES) throw new FileRefused("too_large");
    if (number === 0) onStart(piece);
    await storePart(uploadId, number++, piece);
  }
  if (number === 0) onStart(new Uint8Array());
  return bytes;
}

async function storePart(uploadId: string, number: number, piece: Uint8Array): Promise<void> {
  const content = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
  try {
    await db().insertInto("upload_parts").values({ upload_id: uploadId, number, content }).execute();
  } catch (error) {
    if ((error as { code?: string }).code !== REFERS_TO_NOTHING) throw error;
    throw new Refused("stock_file_broken");
  }
}

const PARTS_AT_ONCE = 4;

/** The bytes of an upload's file; fewer if the file is deleted while it is read. */
export async function* partsOf(uploadId: string): AsyncGenerator<Uint8Array> {
  for (let from = 0; ; from += PARTS_AT_ONCE) {
    const { rows } = await sql<{ content: Buffer }>`
      select content from upload_parts
      where upload_id = ${uploadId} and number >= ${from} and number < ${from + PARTS_AT_ONCE} order by number
    `.execute(db());
    for (const { content } of rows) yield content;
    if (rows.length < PARTS_AT_ONCE) return;
  }
}
