import { readCsv } from "#app/domain/csv/read.ts";
import type { RowPlace } from "#app/domain/csv/rows.ts";
import type { Encoding, Separator } from "#app/domain/csv/sniff.ts";
import { cellsOf } from "../csv/columns.ts";
import type { ReadRow, RowChecker } from "../csv/row-checker.server.ts";
import { partsOf } from "./parts.server.ts";

export interface ReadableUpload {
  readonly id: string;
  readonly encoding: Encoding;
  readonly separator: Separator;
  readonly columns: readonly (string | null)[];
}

/** Where a run begins, and what it knows of the rows before. */
export interface StartOfRun {
  /** How many rows precede. */
  readonly read: number;
  /** The last of them; null at the beginning of the file. */
  readonly last: RowPlace | null;
  readonly checker: RowChecker;
}

const TOO_LONG = { column: "", code: "row_too_long", parameters: [] };

/** The number of rows in a transaction. */
const ROWS_AT_ONCE = 500;

/**
 * The checked rows of an upload's file after the first `read`, in batches. Rows between those that `start` knows and
 * these are checked too, because a row's key depends on how many equal rows precede it.
 */
export async function* rowsOf(
  upload: ReadableUpload,
  read: number,
  start: StartOfRun,
): AsyncGenerator<readonly ReadRow[]> {
  let count = start.read;
  let batch: ReadRow[] = [];
  for await (const { cells, oversized, ...place } of dataOf(upload, start.last)) {
    const row = oversized
      ? { ...place, cells: {}, read: { faults: [TOO_LONG] } }
      : start.checker.checked(place, cellsOf(cells, upload.columns));
    if (++count <= read) continue;
    batch.push(row);
    if (batch.length < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The rows after the row `last`, or after the heading. */
async function* dataOf({ id, encoding, separator }: ReadableUpload, last: RowPlace | null) {
  let isFirst = true;
  for await (const rows of readCsv(partsOf(id), { encoding, separator, from: last ?? undefined })) {
    yield* isFirst ? rows.slice(1) : rows;
    isFirst = false;
  }
}
