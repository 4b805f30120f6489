import { type CsvFormat, PLAIN } from "../csv-format.ts";
import { escapeFormula } from "./formula-escape.ts";

/** The byte order mark, so that spreadsheets read the file as UTF-8. */
export const CSV_START = "\ufeff";

export const CSV_TYPE = "text/csv; charset=utf-8";

const NEEDS_QUOTES = {
  ",": /["\n\r,;\t]|^\s|\s$/,
  // With this separator, a decimal comma needs no quotation marks.
  ";": /["\n\r;\t]|^\s|\s$/,
};

function written(cell: string, separator: CsvFormat["separator"]): string {
  const safe = escapeFormula(cell);
  return NEEDS_QUOTES[separator].test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of a CSV file, with its line end. */
export function csvLine(cells: readonly string[], { separator }: CsvFormat = PLAIN): string {
  return `${cells.map((cell) => written(cell, separator)).join(separator)}\r\n`;
}
