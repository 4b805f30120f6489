/**
 * The start of a formula for a spreadsheet, after any number of our own marks. Spreadsheets also accept the full-width
 * forms when they are typed.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/**
 * Escapes a cell, so that no spreadsheet runs it: one ' before the start of a formula. A cell that already has '
 * before one gets one more, so that `unescapeFormula` restores each cell.
 */
export function escapeFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** Reverts `escapeFormula`; other cells stay the same. */
export function unescapeFormula(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}
