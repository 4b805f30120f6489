import type { CellFault } from "../csv/check.ts";
import { type Claim, claimedFault } from "../csv/once.ts";

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
export interface Spot {
  readonly at: number;
  readonly column: number;
}

interface Row {
  readonly number: number;
  cells: string[];
  /** What is wrong with its own cells, whatever other rows say. */
  faults: readonly CellFault[];
  notices: readonly CellFault[];
  claims: readonly Claim[];
  removed: boolean;
}
type Change = { row: number; column: number; was: string } | { removed: number };

/** What is wrong with a row, its cells by the names of our columns; and, where nothing is, what it alone may say. */
export type Check = (cells: Readonly<Record<string, string>>) => {
  readonly faults: readonly CellFault[];
  readonly notices?: readonly CellFault[];
  readonly claims: readonly Claim[];
};

/** A shown cell is cut after this many characters. */
export const SHOWN_CHARACTERS = 200;

/**
 * The table that was read from a file: rows of our columns, each with its faults, what was changed in it, and which of
 * it is shown. Knows neither files nor pages.
 */
export class Sheet {
  readonly #check: Check;
  readonly #columns: string[];
  /** How many of the columns are the file's. */
  readonly #own: number;
  readonly #rows: Row[] = [];
  readonly #changes: Change[] = [];
  /** Which rows claim a name, the first of the table first: it alone may. */
  readonly #claimants = new Map<string, number[]>();
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
      noticed: this.#rows.filter(({ removed, notices }) => !removed && notices.length > 0).length,
      withId: this.#rows.filter(
        ({ removed, claims }) => !removed && claims.some(({ column }) => column === "id"),
      ).length,
      shown: this.#shown.length,
      onlyFaulty: this.#onlyFaulty,
      undoable: this.#changes.length > 0,
      edited: this.#changes.length > 0,
      revision: this.#revision,
      version: this.#version,
    };
  }

  /** One more row, its cells in the order of the columns that the sheet was made with. */
  add(number: number, cells: readonly string[]): void {
    const row: Row = { number, cells: [...cells], faults: [], notices: [], claims: [], removed: false };
    const id = this.#rows.push(row) - 1;
    this.#look(row);
    this.#claim(id);
    this.#present += 1;
    if (this.#faultsOf(id).length > 0) this.#faulty += 1;
    this.#shown.push(id);
  }

  /** The rows that are shown at the places `from` up to, not including, `to`. */
  window(from: number, to: number): SheetRow[] {
    return this.#shown.slice(from, to).map((id) => this.#view(id));
  }

  /** A cell's whole text. */
  cell(id: number, column: number): string {
    return this.#row(id).cells[column] ?? "";
  }

  edit(id: number, column: number, value: string): SheetRow {
    const row = this.#row(id);
    const was = row.cells[column] ?? "";
    if (was !== value) {
      this.#changes.push({ row: id, column, was });
      this.#put(id, column, value);
    }
    return this.#view(id);
  }

  remove(id: number): void {
    const row = this.#row(id);
    if (row.removed) return;
    this.#changes.push({ removed: id });
    this.#setRemoved(id, true);
    this.#show(this.#shown.filter((other) => other !== id));
  }

  /** Takes the last change back; answers where it was, if that is shown. */
  undo(): Spot | null {
    const change = this.#changes.pop();
    if (!change) return null;
    const id = "removed" in change ? change.removed : change.row;
    if ("removed" in change) {
      this.#setRemoved(id, false);
      this.#show([...this.#shown, id].sort((one, other) => one - other));
    } else {
      this.#put(id, change.column, change.was);
      this.#version += 1;
    }
    const at = this.#shown.indexOf(id);
    return at < 0 ? null : { at, column: "removed" in change ? 0 : change.column };
  }

  /** Shows the rows with faults alone, or all. Those that are mended stay until it is asked again. */
  filter(onlyFaulty: boolean): void {
    this.#onlyFaulty = onlyFaulty;
    const ids = this.#rows.flatMap((row, id) =>
      row.removed || (onlyFaulty && this.#faultsOf(id).length === 0) ? [] : id,
    );
    this.#show(ids);
  }

  /** The next cell with a fault after this one, round and round; null when there is none. */
  next(after: Spot | null): Spot | null {
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
   * The table as a file has it: the names of the columns, then every row that was not removed. Columns that came with a
   * fault are left out where nothing was written into them: an empty cell may mean something that none does not.
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
    const { faults, claims } = this.#row(id);
    const twice = claims.flatMap(({ column, name }) => {
      const first = this.#claimants.get(name)?.[0];
      return first === undefined || first === id ? [] : claimedFault(column, this.#row(first).number);
    });
    return twice.length > 0 ? twice : faults;
  }

  /** Looks at the row anew. */
  #look(row: Row): void {
    const cells: Record<string, string> = {};
    // Of a column that only another row's fault has brought, this row says nothing until somebody writes into it.
    for (const [column, name] of this.#columns.entries()) {
      const cell = row.cells[column];
      if (column < this.#own || cell !== undefined) cells[name] = cell ?? "";
    }
    const first = this.#columns[0] ?? "";
    const { faults, notices = [], claims } = this.#check(cells);
    row.notices = notices;
    row.claims = claims;
    // What is wrong with the row as a whole stands at its first cell.
    row.faults = faults.map((fault) => (fault.column === "" ? { ...fault, column: first } : fault));
    // A fault may be that something is missing for which the file has no column: then there is one to write it into.
    for (const { column } of row.faults) if (!this.#columns.includes(column)) this.#columns.push(column);
  }

  /** Whether what this row claims is claimed by others too: what is wrong with those may change with it. */
  #isShared({ claims }: Row): boolean {
    return claims.some(({ name }) => (this.#claimants.get(name)?.length ?? 0) > 1);
  }

  #claim(id: number): void {
    for (const { name } of this.#row(id).claims) {
      const claimants = this.#claimants.get(name) ?? [];
      const after = claimants.findLastIndex((other) => other < id);
      claimants.splice(after + 1, 0, id);
      this.#claimants.set(name, claimants);
    }
  }

  #unclaim(id: number): void {
    for (const { name } of this.#row(id).claims) {
      const left = this.#claimants.get(name)?.filter((other) => other !== id) ?? [];
      if (left.length > 0) this.#claimants.set(name, left);
      else this.#claimants.delete(name);
    }
  }

  #put(id: number, column: number, value: string): void {
    const row = this.#row(id);
    this.#changing(id, () => {
      this.#unclaim(id);
      while (row.cells.length < column) row.cells.push("");
      row.cells[column] = value;
      this.#look(row);
      if (!row.removed) this.#claim(id);
    });
  }

  #setRemoved(id: number, removed: boolean): void {
    this.#changing(id, () => {
      this.#row(id).removed = removed;
      this.#present += removed ? -1 : 1;
      if (removed) this.#unclaim(id);
      else this.#claim(id);
    });
  }

  /** Changes a row, and counts what is wrong now: with it, or with those that say the same. */
  #changing(id: number, change: () => void): void {
    const row = this.#row(id);
    const wasShared = this.#isShared(row);
    const were = this.#faultyAmong([id]);
    change();
    this.#revision += 1;
    if (wasShared || this.#isShared(row)) {
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
