import type { CellFault } from "../csv/check.ts";

/** A shown cell is cut after this many characters. */
export const SHOWN_CHARACTERS = 200;

/** What of a row a page is shown. Long cells are cut: the whole text is asked for when it is edited. */
export interface SheetRow {
  /** Which row it is, whatever is shown or removed. */
  readonly id: number;
  /** The number that a spreadsheet shows beside it. */
  readonly number: number;
  /** One for each of the sheet's columns. */
  readonly cells: readonly string[];
  readonly faults: readonly CellFault[];
}

export interface SheetState {
  /** The names of our columns. */
  readonly columns: readonly string[];
  readonly rows: number;
  readonly faulty: number;
  /** How many rows are listed with another colour than they say, and how many name a listing by its id. */
  readonly noticed: number;
  readonly withId: number;
  /** How many rows there are to look at: all, or those with faults. */
  readonly shown: number;
  readonly onlyFaulty: boolean;
  readonly undoable: boolean;
  /** Whether anything differs from the file. */
  readonly edited: boolean;
  /** Another one says that the table is another than it was. */
  readonly revision: number;
  /** Another one says that rows have moved or changed. */
  readonly version: number;
}

/** A cell, by its place among the rows that are shown. */
export interface CellPosition {
  readonly at: number;
  readonly column: number;
}
