import type { CellFault } from "../csv/check.ts";
import { duplicateFault, type UniqueValue } from "../csv/unique-values.ts";
import { canFill, type Fill, faultAt } from "./fill.ts";
import { type CellPosition, SHOWN_CHARACTERS, type SheetRow, type SheetState } from "./sheet-state.ts";
import { UniqueValueIndex } from "./unique-value-index.ts";

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
type Cell = { row: number; column: number; value: string | undefined };
type Change = { cells: readonly Cell[] } | { removed: number };

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
  readonly #own: number;
  readonly #rows: Row[] = [];
  readonly #changes: Change[] = [];
  readonly #index = new UniqueValueIndex();
  #shown: number[] = [];
  #onlyFaulty = false;
  #present = 0;
  #faulty = 0;
  #version = 0;
  #revision = 0;

  constructor(columns: readonly string[], check: Check) {
    this.#columns = [...columns];
    this.#own = columns.length;
    this.#check = check;
  }

  get state(): SheetState {
    return {
      columns: [...this.#columns],
      rows: this.#present,
      faulty: this.#faulty,
      warned: this.#rows.filter(({ removed, warnings }) => !removed && warnings.length > 0).length,
      withId: this.#rows.filter(
        ({ removed, uniqueValues }) => !removed && uniqueValues.some(({ column }) => column === "id"),
      ).length,
      shown: this.#shown.length,
      onlyFaulty: this.#onlyFaulty,
      undoable: this.#changes.length > 0,
      edited: this.#changes.length > 0,
      revision: this.#revision,
      version: this.#version,
    };
  }

  add(number: number, cells: readonly string[]): void {
    const unchecked = { faults: [], warnings: [], uniqueValues: [] };
    const row: Row = { number, cells: [...cells], ...unchecked, removed: false };
    const id = this.#rows.push(row) - 1;
    this.#checkAgain(row);
    this.#index.add(id, row.uniqueValues);
    this.#present += 1;
    if (this.#faultsOf(id).length > 0) this.#faulty += 1;
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
    const row = this.#row(id);
    const was = row.cells[column];
    if ((was ?? "") !== value) {
      this.#changes.push({ cells: [{ row: id, column, value: was }] });
      this.#put(id, column, value);
    }
    return this.#view(id);
  }

  /** How many rows have the same fault as this cell, its own included; 0 if the column cannot be filled. */
  countSameFault(id: number, column: number): number {
    const name = this.#columns[column] ?? "";
    return canFill(name, "") ? this.#rowsToFill({ column: name, sameFaultAs: id }).length : 0;
  }

  /** Returns how many cells were changed. A single `undo` reverts all of them. */
  fill(fills: readonly Fill[]): number {
    const cells = fills.flatMap((fill) => {
      const { column: name, value } = fill;
      if (!canFill(name, value)) throw new RangeError(`Column ${name} cannot be filled with this value.`);
      const rows = this.#rowsToFill(fill);
      if (!this.#columns.includes(name)) this.#columns.push(name);
      const column = this.#columns.indexOf(name);
      const differs = rows.filter((row) => this.cell(row, column) !== value);
      return differs.map((row) => ({ row, column, value }));
    });
    const was = cells.map((cell) => ({ ...cell, value: this.#row(cell.row).cells[cell.column] }));
    if (was.length > 0) {
      this.#changes.push({ cells: was });
      this.#putAll(cells);
    }
    return cells.length;
  }

  remove(id: number): void {
    const row = this.#row(id);
    if (row.removed) return;
    this.#changes.push({ removed: id });
    this.#setRemoved(id, true);
    this.#show(this.#shown.filter((other) => other !== id));
  }

  /** Returns the position of the first changed cell; null if there is none, or if the filter hides it. */
  undo(): CellPosition | null {
    const change = this.#changes.pop();
    if (!change) return null;
    if ("removed" in change) {
      this.#setRemoved(change.removed, false);
      this.#show([...this.#shown, change.removed].sort((one, other) => one - other));
    } else this.#putAll(change.cells);
    const [first] = "removed" in change ? [{ row: change.removed, column: 0 }] : change.cells;
    const at = first ? this.#shown.indexOf(first.row) : -1;
    return first && at >= 0 ? { at, column: first.column } : null;
  }

  /** Rows that are corrected later stay visible until the next call. */
  filter(onlyFaulty: boolean): void {
    this.#onlyFaulty = onlyFaulty;
    const ids = this.#rows.flatMap((row, id) =>
      row.removed || (onlyFaulty && this.#faultsOf(id).length === 0) ? [] : id,
    );
    this.#show(ids);
  }

  /** The next cell with a fault; after the last such cell, the first. Null if no visible row has a fault. */
  next(after: CellPosition | null): CellPosition | null {
    const count = this.#shown.length;
    const start = after?.at ?? 0;
    for (let step = 0; step <= count; step += 1) {
      const at = (start + step) % count;
      const id = this.#shown[at];
      const faults = id === undefined ? [] : this.#faultsOf(id);
      if (faults.length === 0) continue;
      const columns = faults.map((fault) => this.#columns.indexOf(fault.column)).sort((a, b) => a - b);
      const column = columns.find((one) => step > 0 || one > (after?.column ?? -1));
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
      (column) => column < this.#own || this.#rows.some(({ cells }) => (cells[column] ?? "") !== ""),
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
      const first = this.#index.first(name);
      return first === undefined || first === id ? [] : duplicateFault(column, this.#row(first).number);
    });
    return twice.length > 0 ? twice : faults;
  }

  #checkAgain(row: Row): void {
    const cells: Record<string, string> = {};
    for (const [column, name] of this.#columns.entries()) {
      const cell = row.cells[column];
      if (column < this.#own || cell !== undefined) cells[name] = cell ?? "";
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

  #rowsToFill({ column: name, sameFaultAs }: Omit<Fill, "value">): readonly number[] {
    const ids = [...this.#rows.keys()].filter((id) => !this.#row(id).removed);
    if (sameFaultAs !== null) {
      const fault = faultAt(name, this.#faultsOf(sameFaultAs));
      return fault === null ? [] : ids.filter((id) => faultAt(name, this.#faultsOf(id)) === fault);
    }
    const column = this.#columns.indexOf(name);
    return ids.filter((id) => (this.#row(id).cells[column] ?? "").trim() === "");
  }

  #put(id: number, column: number, value: string): void {
    const row = this.#row(id);
    this.#changing(id, () => {
      this.#index.remove(id, row.uniqueValues);
      row.cells[column] = value;
      this.#checkAgain(row);
      if (!row.removed) this.#index.add(id, row.uniqueValues);
    });
  }

  /** Counts the faulty rows only once for all cells. */
  #putAll(cells: readonly Cell[]): void {
    for (const { row, column, value } of cells) this.#row(row).cells[column] = value;
    for (const row of new Set(cells.map(({ row }) => row))) this.#checkAgain(this.#row(row));
    this.#index.clear();
    for (const [id, { uniqueValues, removed }] of this.#rows.entries())
      if (!removed) this.#index.add(id, uniqueValues);
    this.#faulty = this.#faultyAmong(this.#rows.keys());
    this.#revision += 1;
    this.#version += 1;
  }

  #setRemoved(id: number, removed: boolean): void {
    this.#changing(id, () => {
      const row = this.#row(id);
      row.removed = removed;
      this.#present += removed ? -1 : 1;
      if (removed) this.#index.remove(id, row.uniqueValues);
      else this.#index.add(id, row.uniqueValues);
    });
  }

  /** Updates the number of faulty rows. The change may affect other rows with the same id or SKU. */
  #changing(id: number, change: () => void): void {
    const row = this.#row(id);
    const wasShared = this.#index.isShared(row.uniqueValues);
    const were = this.#faultyAmong([id]);
    change();
    this.#revision += 1;
    if (wasShared || this.#index.isShared(row.uniqueValues)) {
      this.#faulty = this.#faultyAmong(this.#rows.keys());
      this.#version += 1;
    } else this.#faulty += this.#faultyAmong([id]) - were;
  }

  #faultyAmong(ids: Iterable<number>): number {
    let faulty = 0;
    for (const id of ids) if (!this.#row(id).removed && this.#faultsOf(id).length > 0) faulty += 1;
    return faulty;
  }

  #show(ids: number[]): void {
    this.#shown = ids;
    this.#version += 1;
  }
}
