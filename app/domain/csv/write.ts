import { type CsvFormat, PLAIN } from "../csv-format.ts";

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

/** Spreadsheets accept full-width signs too. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const ESCAPED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/**
 * Puts a ' before a formula, so that no spreadsheet runs it. A formula that already begins with a ' gets another one,
 * so that `unescapeFormula` restores each cell.
 */
export function escapeFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

export function unescapeFormula(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell;
}
