import type { CellFault } from "../csv/check.ts";

/** One value for the cells of a column in many rows. */
export interface Fill {
  /** The name of a known column; the file need not have it. */
  readonly column: string;
  readonly value: string;
  /** The id of a row: fills the cells of the column with the same fault as in this row. Null fills the empty cells. */
  readonly sameFaultAs: number | null;
}

/** The most characters of a value. It is small so that a file of 50,000 rows stays far below the limit of 50 MB. */
export const MAX_FILL = 200;

/** Columns in which no two rows may have the same value. */
const ONE_ROW = ["id", "sku"];

export function canFill(column: string, value: string): boolean {
  return !ONE_ROW.includes(column) && value.length <= MAX_FILL;
}

/** The fault of a cell as a text, equal for equal faults; null without a fault. */
export function faultAt(column: string, faults: readonly CellFault[]): string | null {
  const fault = faults.find((one) => one.column === column);
  return fault ? JSON.stringify([fault.code, fault.parameters]) : null;
}
