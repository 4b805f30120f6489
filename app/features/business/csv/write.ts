import { guarded } from "./guard.ts";

/** What a file begins with, so that spreadsheets read it as UTF-8. */
export const CSV_START = "\ufeff";

/** What a file of ours is sent as. */
export const CSV_TYPE = "text/csv; charset=utf-8";

/** Blanks at its ends are kept only in quotation marks, and so are the characters that mean something. */
const NEEDS_QUOTES = /["\n\r,;\t]|^\s|\s$/;

function written(cell: string): string {
  const safe = guarded(cell);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A row of a file: cells apart by commas, CRLF at its end, cells that a spreadsheet would run guarded. A file is
 * CSV_START, its heading and its rows.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(written).join(",")}\r\n`;
}
