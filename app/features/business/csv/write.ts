import { type CsvFormat, PLAIN } from "#app/domain/csv-format.ts";
import { escapeFormula } from "./formula-escape.ts";

/** What a file begins with, so that spreadsheets read it as UTF-8. */
export const CSV_START = "\ufeff";

/** What a file of ours is sent as. */
export const CSV_TYPE = "text/csv; charset=utf-8";

/** Blanks at its ends are kept only in quotation marks, and so are the characters that mean something. */
const NEEDS_QUOTES = {
  ",": /["\n\r,;\t]|^\s|\s$/,
  // A decimal comma needs none.
  ";": /["\n\r;\t]|^\s|\s$/,
};

function written(cell: string, separator: CsvFormat["separator"]): string {
  const safe = escapeFormula(cell);
  return NEEDS_QUOTES[separator].test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A row of a file: cells apart by the format's separator, CRLF at its end, cells that a spreadsheet would run guarded. A file is
 * CSV_START, its heading and its rows.
 */
export function csvLine(cells: readonly string[], { separator }: CsvFormat = PLAIN): string {
  return `${cells.map((cell) => written(cell, separator)).join(separator)}\r\n`;
}
