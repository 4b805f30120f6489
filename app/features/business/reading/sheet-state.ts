import type { CellFault } from "../csv/check.ts";

/** A shown cell is cut after this many characters. */
export const SHOWN_CHARACTERS = 200;

/** The part of a row that a page shows. Long cells are cut: the whole text is loaded for editing. */
export interface SheetRow {
  /** The id of the row, independent of filters and removals. */
  readonly id: number;
  /** Its number in a spreadsheet. */
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
  /** How many rows are listed with a replaced colour, and how many name a listing by its id. */
  readonly noticed: number;
  readonly withId: number;
  /** How many rows are visible: all, or those with faults. */
  readonly shown: number;
  readonly onlyFaulty: boolean;
  readonly undoable: boolean;
  /** Whether anything differs from the file. */
  readonly edited: boolean;
  /** Changes with the content of the table. */
  readonly revision: number;
  /** Changes when rows have moved or changed. */
  readonly version: number;
}

/** A cell, by its place among the visible rows. */
export interface CellPosition {
  readonly at: number;
  readonly column: number;
}
