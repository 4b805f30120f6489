import type { CellFault } from "../csv/check.ts";

/** One value for the cells of a column in many rows. */
export interface Fill {
  /** The name of one of COLUMNS; the file need not have this column. */
  readonly column: string;
  readonly value: string;
  /** The id of a row: only cells with the same fault as in this row are filled. If null, only empty cells. */
  readonly sameFaultAs: number | null;
}

/** In characters. It is small so that a file of 50,000 rows stays far below the limit of 50 MB. */
export const MAX_FILL = 200;

/** Columns in which no two rows may have the same value. */
const ONE_ROW = ["id", "sku"];

export function canFill(column: string, value: string): boolean {
  return !ONE_ROW.includes(column) && value.length <= MAX_FILL;
}

/** A text that is equal for equal faults; null without a fault. */
export function faultAt(column: string, faults: readonly CellFault[]): string | null {
  const fault = faults.find((one) => one.column === column);
  return fault ? JSON.stringify([fault.code, fault.parameters]) : null;
}
