import type { CellFault } from "../csv/check.ts";
import type { CountedRows } from "../profiles/choices.ts";

export const SHOWN_CHARACTERS = 200;

/** A row as the page shows it. Cells are cut after SHOWN_CHARACTERS; the page loads the whole text for editing. */
export interface SheetRow {
  /** The id of the row, independent of filters and removals. */
  readonly id: number;
  /** The row's number in a spreadsheet. */
  readonly number: number;
  readonly cells: readonly string[];
  readonly faults: readonly CellFault[];
}

export interface SheetState {
  /** Names of COLUMNS. */
  readonly columns: readonly string[];
  readonly rows: number;
  readonly faulty: number;
  /** Rows without a brand, with an unknown colour or with a size of another system, and rows with the price 0. */
  readonly warned: Readonly<Record<"brand_instead" | "color_instead" | "size_instead" | "free", CountedRows>>;
  /** How many rows that are valid by themselves have the id of a listing, which they change. */
  readonly withId: number;
  /** How many rows are visible. */
  readonly shown: number;
  readonly onlyFaulty: boolean;
  /** Whether there is a change, which can be undone. */
  readonly edited: boolean;
  /** Changes whenever a cell changes, or a row is removed or restored. */
  readonly revision: number;
  /** Changes when the page must load the visible rows again. */
  readonly version: number;
}

/** `at` is the index of the cell's row among the visible rows. */
export interface CellPosition {
  readonly at: number;
  readonly column: number;
}

/** One value for the cells of a column in many rows. */
export interface Fill {
  /** The name of one of COLUMNS; the file need not have this column. */
  readonly column: string;
  readonly value: string;
  /** The id of a row: only cells with the same fault as in this row are filled. If null, only empty cells. */
  readonly sameFaultAs: number | null;
}

/** In characters. It is small so that a file of 50,000 rows stays far below the limit of 50 MB. */
export const MAX_FILL_LENGTH = 200;

/** Columns in which no two rows may have the same value. */
const UNIQUE_COLUMNS = ["id", "sku"];

export function canFill(column: string, value: string): boolean {
  return !UNIQUE_COLUMNS.includes(column) && value.length <= MAX_FILL_LENGTH;
}
