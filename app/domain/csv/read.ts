import { FileRefused, MAX_FILE_BYTES, MAX_FILE_ROWS, refusingUnterminatedRows } from "./file-fault.ts";
import { type CsvRow, type RowPlace, RowReader } from "./rows.ts";
import {
  decoderOf,
  type Encoding,
  isBinary,
  joined,
  type Recognizer,
  type Separator,
  sniff,
} from "./sniff.ts";

/** The most bytes that are parsed at a time. */
const PIECE = 64 * 1024;

export interface Reading {
  /** The result of `encodingOf` for the same bytes. */
  readonly encoding: Encoding;
  /** If undefined, it is detected from the file's beginning. */
  readonly separator?: Separator;
  /** Helps to find the separator. */
  readonly recognized?: Recognizer;
  /** A row that was read before: it is read again as the first, and no row before it. */
  readonly from?: RowPlace;
}

/**
 * The bytes in pieces of at most PIECE bytes. The first piece has exactly PIECE bytes unless the file is smaller, since
 * `sniff` needs them.
 * @throws FileRefused after MAX_BYTES
 */
async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let start: Uint8Array | null = new Uint8Array(0);
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_FILE_BYTES) throw new FileRefused("too_large");
    let rest = chunk;
    if (start) {
      const room = PIECE - start.length;
      const longer = joined(start, rest.subarray(0, room));
      rest = rest.subarray(room);
      start = longer.length < PIECE ? longer : null;
      if (start) continue;
      yield longer;
    }
    for (let from = 0; from < rest.length; from += PIECE) yield rest.subarray(from, from + PIECE);
  }
  if (start) yield start;
}

/**
 * The rows of a file in batches, while its bytes arrive. The first row is the heading; empty rows are left out, and
 * formulas are unescaped. Of the file, only the current chunk, the rows of at most 64 KB and one unfinished row are in
 * memory.
 * @throws FileRefused for a file that is not CSV, or too large (MAX_BYTES, MAX_ROWS)
 */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  { encoding, separator, recognized = () => 0, from }: Reading,
): AsyncGenerator<readonly CsvRow[]> {
  const decoder = decoderOf(encoding);
  let reader = new RowReader(",");
  let isFirst = true;
  let skip = 0;
  let rows = 0;
  const counted = (batch: readonly CsvRow[]) => {
    rows += batch.length;
    if (rows > MAX_FILE_ROWS + 1) throw new FileRefused("too_many_rows");
    return batch;
  };
  for await (const piece of piecesOf(chunks)) {
    let text = decoder.decode(piece, { stream: true });
    if (isFirst) {
      const seen = sniff(piece, recognized);
      if ("fault" in seen) throw new FileRefused(seen.fault);
      const first = from ?? { number: 1, start: seen.skip };
      reader = new RowReader(separator ?? seen.separator, first);
      skip = first.start;
      isFirst = false;
    }
    if (skip > 0) [text, skip] = [text.slice(skip), Math.max(0, skip - text.length)];
    if (isBinary(text)) throw new FileRefused("binary");
    const isHeading = rows === 0;
    const batch = counted(reader.read(text));
    const endless = batch.length === 0 ? reader.oversizedRow : batch[0]?.oversized && batch[0].number;
    // A row that is too long costs itself, but a heading is never so long.
    if (isHeading && endless != null) throw new FileRefused("endless_line", endless);
    if (batch.length > 0) yield batch;
  }
  const batch = counted(refusingUnterminatedRows(() => [...reader.read(decoder.decode()), ...reader.end()]));
  if (batch.length > 0) yield batch;
  if (rows === 0) throw new FileRefused("empty");
  if (rows === 1 && !from) throw new FileRefused("no_rows");
}
