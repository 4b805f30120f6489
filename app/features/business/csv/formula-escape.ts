/** The start of a formula, also after any number of apostrophes ('). Spreadsheets accept full-width signs too. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const ESCAPED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/**
 * Escapes a cell, so that no spreadsheet runs it: puts a ' before a formula. A formula that already begins with a '
 * gets another ', so that `unescapeFormula` restores each cell.
 */
export function escapeFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** Reverts `escapeFormula`; other cells stay the same. */
export function unescapeFormula(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell;
}
