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
