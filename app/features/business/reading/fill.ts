import type { CellFault } from "../csv/check.ts";

/** One value for the cells of a column in many rows. */
export interface Fill {
  /** One of our columns by its name; the file need not have it. */
  readonly column: string;
  readonly value: string;
  /** The row whose fault in this column they have; null: where the cell is empty. */
  readonly like: number | null;
}

/** The longest value: in 50,000 rows it leaves the file far below its 50 MB. */
export const MAX_FILL = 200;

/** What may stand in one row alone is not for many. */
const ONE_ROW = ["id", "sku"];

/** Whether a value can be written into many rows of a column. */
export function canFill(column: string, value: string): boolean {
  return !ONE_ROW.includes(column) && value.length <= MAX_FILL;
}

/** What is wrong with a cell of a row, such that the same fault is the same text; null where nothing is. */
export function faultAt(column: string, faults: readonly CellFault[]): string | null {
  const fault = faults.find((one) => one.column === column);
  return fault ? JSON.stringify([fault.code, fault.parameters]) : null;
}
