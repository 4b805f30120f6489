import { type CellFault, duplicateFault, type UniqueValue } from "../csv/check.ts";
import {
  type CellPosition,
  canFill,
  type Fill,
  SHOWN_CHARACTERS,
  type SheetRow,
  type SheetState,
} from "./sheet-state.ts";

interface Row {
  readonly number: number;
  /** Undefined in a column that was added for another row: the row is checked as if the file had no such column. */
  cells: (string | undefined)[];
  /** Without the faults that depend on other rows. */
  faults: readonly CellFault[];
  warnings: readonly CellFault[];
  uniqueValues: readonly UniqueValue[];
  removed: boolean;
}

/** A new text of a cell; with the column REMOVED, whether the whole row is removed. */
interface Change {
  readonly row: number;
  readonly column: number;
  readonly value: string | undefined;
}

const REMOVED = -1;

/** A warning names so many of its rows. */
const NAMED_ROWS = 20;

/** `cells` are by column name. `uniqueValues` are the id and SKU of a row without faults. */
export type Check = (cells: Readonly<Record<string, string>>) => {
  readonly faults: readonly CellFault[];
  readonly warnings?: readonly CellFault[];
  readonly uniqueValues: readonly UniqueValue[];
};

/** The editable table of a stock file: rows with their faults, the user's changes, and which rows are visible. */
export class Sheet {
  readonly #check: Check;
  readonly #columns: string[];
  /** How many of the columns are in the file; the others were added after them. */
  readonly #columnsOfFile: number;
  readonly #rows: Row[] = [];
  /** The first row with each id and SKU: only this row may have it. */
  readonly #firsts = new Map<string, number>();
  /** For each change, those that undo it. */
  readonly #undos: (readonly Change[])[] = [];
  /** The rows that pass the filter, removed ones too. */
  #filtered: number[] = [];
  #shown: number[] = [];
  #onlyFaulty = false;
  #version = 0;
  #revision = 0;

  constructor(columns: readonly string[], check: Check) {
    this.#columns = [...columns];
    this.#columnsOfFile = columns.length;
    this.#check = check;
  }

  get state(): SheetState {
    const present = [...this.#rows.entries()].filter(([, { removed }]) => !removed);
    const count = (has: (row: Row, id: number) => boolean) =>
      present.filter(([id, row]) => has(row, id)).length;
    const warned = (code: string) => {
      const rows = present.filter(([, { warnings }]) => warnings.some((each) => each.code === code));
      return { count: rows.length, numbers: rows.slice(0, NAMED_ROWS).map(([, { number }]) => number) };
    };
    return {
      columns: [...this.#columns],
      rows: present.length,
      faulty: count((_, id) => this.#faultsOf(id).length > 0),
      warned: {
        brand_instead: warned("brand_instead"),
        color_instead: warned("color_instead"),
        size_instead: warned("size_instead"),
        free: warned("free"),
      },
      withId: count(({ uniqueValues }) => uniqueValues.some(({ column }) => column === "id")),
      shown: this.#shown.length,
      onlyFaulty: this.#onlyFaulty,
      edited: this.#undos.length > 0,
      revision: this.#revision,
      version: this.#version,
    };
  }

  add(number: number, cells: readonly string[]): void {
    const unchecked = { faults: [], warnings: [], uniqueValues: [] };
    const row: Row = { number, cells: [...cells], ...unchecked, removed: false };
    const id = this.#rows.push(row) - 1;
    this.#checkAgain(row);
    this.#noteFirst(id);
    this.#filtered.push(id);
    this.#shown.push(id);
  }

  /** The visible rows from `from` up to, not including, `to`. */
  rows(from: number, to: number): SheetRow[] {
    return this.#shown.slice(from, to).map((id) => this.#view(id));
  }

  cell(id: number, column: number): string {
    return this.#row(id).cells[column] ?? "";
  }

  edit(id: number, column: number, value: string): SheetRow {
    if (this.cell(id, column) !== value) this.#change([{ row: id, column, value }]);
    return this.#view(id);
  }

  /** How many rows have the same fault as this cell, its own included; 0 if the column cannot be filled. */
  countSameFault(id: number, column: number): number {
    const name = this.#columns[column] ?? "";
    return canFill(name, "") ? this.#rowsToFill({ column: name, sameFaultAs: id }).length : 0;
  }

  /** Returns how many cells were changed. A single `undo` reverts all of them. */
  fill(fills: readonly Fill[]): number {
    const changes = fills.flatMap((fill) => {
      const { column: name, value } = fill;
      if (!canFill(name, value)) throw new RangeError(`Column ${name} cannot be filled with this value.`);
      const rows = this.#rowsToFill(fill);
      if (!this.#columns.includes(name)) this.#columns.push(name);
      const column = this.#columns.indexOf(name);
      return rows.filter((row) => this.cell(row, column) !== value).map((row) => ({ row, column, value }));
    });
    if (changes.length > 0) this.#change(changes);
    return changes.length;
  }

  remove(id: number): void {
    if (!this.#row(id).removed) this.#change([{ row: id, column: REMOVED, value: "removed" }]);
  }

  /** Returns the position of the first changed cell; null if there is none, or if the filter hides it. */
  undo(): CellPosition | null {
    const changes = this.#undos.pop();
    const [first] = changes ?? [];
    if (!changes || !first) return null;
    this.#put(changes);
    const at = this.#shown.indexOf(first.row);
    return at >= 0 ? { at, column: Math.max(0, first.column) } : null;
  }

  /** Rows that are corrected later stay visible until the next call. */
  filter(onlyFaulty: boolean): void {
    this.#onlyFaulty = onlyFaulty;
    this.#filtered = [...this.#rows.keys()].filter((id) => !onlyFaulty || this.#faultsOf(id).length > 0);
    this.#show();
  }

  /** The next cell with a fault; after the last such cell, the first. Null if no visible row has a fault. */
  next(after: CellPosition | null): CellPosition | null {
    const count = this.#shown.length;
    const start = after?.at ?? 0;
    for (let step = 0; step <= count; step += 1) {
      const at = (start + step) % count;
      const id = this.#shown[at];
      const faults = id === undefined ? [] : this.#faultsOf(id);
      const columns = faults.map((fault) => this.#columns.indexOf(fault.column)).sort((a, b) => a - b);
      const column = columns.find((faulty) => step > 0 || faulty > (after?.column ?? -1));
      if (column !== undefined) return { at, column };
    }
    return null;
  }

  /**
   * The heading, then the rows. Added columns are left out if they are still empty: in a row of an export, an empty
   * cell would clear the listing's value.
   */
  *records(): Generator<readonly string[]> {
    const columns = [...this.#columns.keys()].filter(
      (column) =>
        column < this.#columnsOfFile || this.#rows.some(({ cells }) => (cells[column] ?? "") !== ""),
    );
    yield columns.map((column) => this.#columns[column] ?? "");
    for (const { cells, removed } of this.#rows)
      if (!removed) yield columns.map((column) => cells[column] ?? "");
  }

  #row(id: number): Row {
    const row = this.#rows[id];
    if (!row) throw new Error(`There is no row ${id}.`);
    return row;
  }

  #view(id: number): SheetRow {
    const { number, cells } = this.#row(id);
    const shown = this.#columns.map((_, column) => {
      const cell = cells[column] ?? "";
      return cell.length > SHOWN_CHARACTERS ? `${cell.slice(0, SHOWN_CHARACTERS)}…` : cell;
    });
    return { id, number, cells: shown, faults: this.#faultsOf(id) };
  }

  #faultsOf(id: number): readonly CellFault[] {
    const { faults, uniqueValues } = this.#row(id);
    const twice = uniqueValues.flatMap(({ column, name }) => {
      const first = this.#firsts.get(name);
      return first === undefined || first === id ? [] : duplicateFault(column, this.#row(first).number);
    });
    return twice.length > 0 ? twice : faults;
  }

  #rowsToFill({ column: name, sameFaultAs }: Omit<Fill, "value">): readonly number[] {
    const ids = [...this.#rows.keys()].filter((id) => !this.#row(id).removed);
    if (sameFaultAs !== null) {
      const fault = faultAt(name, this.#faultsOf(sameFaultAs));
      return fault === null ? [] : ids.filter((id) => faultAt(name, this.#faultsOf(id)) === fault);
    }
    const column = this.#columns.indexOf(name);
    return ids.filter((id) => this.cell(id, column).trim() === "");
  }

  #change(changes: readonly Change[]): void {
    const undo = changes.map(({ row: id, column }) => {
      const row = this.#row(id);
      const value = column === REMOVED ? undefined : row.cells[column];
      return { row: id, column, value };
    });
    this.#undos.push(undo);
    this.#put(changes);
  }

  #put(changes: readonly Change[]): void {
    for (const { row: id, column, value } of changes) {
      const row = this.#row(id);
      if (column === REMOVED) row.removed = value !== undefined;
      else row.cells[column] = value;
    }
    for (const id of new Set(changes.map(({ row }) => row))) this.#checkAgain(this.#row(id));
    this.#firsts.clear();
    for (const [id, { removed }] of this.#rows.entries()) if (!removed) this.#noteFirst(id);
    this.#revision += 1;
    this.#show();
  }

  #checkAgain(row: Row): void {
    const cells: Record<string, string> = {};
    for (const [column, name] of this.#columns.entries()) {
      const cell = row.cells[column];
      if (column < this.#columnsOfFile || cell !== undefined) cells[name] = cell ?? "";
    }
    const first = this.#columns[0] ?? "";
    const { faults, warnings = [], uniqueValues } = this.#check(cells);
    row.warnings = warnings;
    row.uniqueValues = uniqueValues;
    // A fault of the whole row is shown at its first cell.
    row.faults = faults.map((fault) => (fault.column === "" ? { ...fault, column: first } : fault));
    // If the file lacks a required column, it is added, so that the user can fill it in.
    for (const { column } of row.faults) if (!this.#columns.includes(column)) this.#columns.push(column);
  }

  #noteFirst(id: number): void {
    for (const { name } of this.#row(id).uniqueValues)
      if (!this.#firsts.has(name)) this.#firsts.set(name, id);
  }

  #show(): void {
    this.#shown = this.#filtered.filter((id) => !this.#row(id).removed);
    this.#version += 1;
  }
}

/** A text that is equal for equal faults; null without a fault. */
function faultAt(column: string, faults: readonly CellFault[]): string | null {
  const fault = faults.find((each) => each.column === column);
  return fault ? JSON.stringify([fault.code, fault.parameters]) : null;
}
