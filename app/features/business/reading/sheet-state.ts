import type { CellFault } from "../csv/check.ts";

/** A shown cell is cut after this many characters. */
export const SHOWN_CHARACTERS = 200;

/** The part of a row that a page shows. Long cells are cut: the whole text is loaded for editing. */
export interface SheetRow {
  /** The id of the row, independent of filters and removals. */
  readonly id: number;
  /** The row's number in a spreadsheet. */
  readonly number: number;
  /** One cell for each of the table's columns. */
  readonly cells: readonly string[];
  readonly faults: readonly CellFault[];
}

/** What a page shows about the whole table. */
export interface SheetState {
  /** The names of the table's columns, each one of COLUMNS. */
  readonly columns: readonly string[];
  readonly rows: number;
  readonly faulty: number;
  /** How many rows have a warning: an unknown colour, which is replaced. */
  readonly warned: number;
  /** How many rows have the id of a listing, which they change. */
  readonly withId: number;
  /** How many rows are visible: all, or those with faults. */
  readonly shown: number;
  readonly onlyFaulty: boolean;
  readonly undoable: boolean;
  /** Whether anything differs from the file. */
  readonly edited: boolean;
  /** A number that changes whenever the content of the table changes. */
  readonly revision: number;
  /**
   * A number that changes when the page must load the visible rows again. It stays the same after an edit that affects
   * a single row, because the response has this row.
   */
  readonly version: number;
}

/** A cell: `at` is the index of its row among the visible rows, `column` that of its column. */
export interface CellPosition {
  readonly at: number;
  readonly column: number;
}
