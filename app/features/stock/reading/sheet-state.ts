import type { CellFault } from "../csv/check.ts";

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
  /** How many rows have an unknown colour, which is replaced. */
  readonly warned: number;
  /** How many rows that are valid by themselves have the id of a listing, which they change. */
  readonly withId: number;
  /** How many rows are visible. */
  readonly shown: number;
  readonly onlyFaulty: boolean;
  readonly undoable: boolean;
  readonly edited: boolean;
  /** Changes whenever a cell changes, or a row is removed or restored. */
  readonly revision: number;
  /**
   * Changes when the page must load the visible rows again. It stays the same after an edit that affects a single row,
   * because the response has this row.
   */
  readonly version: number;
}

/** `at` is the index of the cell's row among the visible rows. */
export interface CellPosition {
  readonly at: number;
  readonly column: number;
}
