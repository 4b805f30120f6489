/**
 * What a spreadsheet takes for the beginning of a formula, after any number of our own marks. Its full-width forms are
 * taken for one too where those are typed.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/**
 * A cell as it is written, so that no spreadsheet runs it: one ' in front of what would begin a formula. What begins so
 * after a ' gets one more, so that `unescapeFormula` gives back each cell as it was.
 */
export function escapeFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** A cell as it was before `escapeFormula`; others are what they are. */
export function unescapeFormula(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}
