import type { FileFault } from "../csv/file-fault.ts";
import type { Fill } from "./fill.ts";
import type { CellPosition, SheetRow, SheetState } from "./sheet-state.ts";

/** A column of the user's file, and what it probably means. */
export interface FileColumn {
  readonly heading: string;
  /** The first value in the column. */
  readonly sample: string;
  /** The name of one of COLUMNS; null when the heading is unknown. */
  readonly column: string | null;
  /** False when `column` is a guess. */
  readonly sure: boolean;
}

/** The requests of the page to the worker, and their results. The rows stay in the worker. */
export interface WorkerProtocol {
  /** Reads the beginning of the file, and returns its columns. */
  open: { params: { file: File }; result: readonly FileColumn[] };
  /** Reads and checks the whole file. `columns` has a name of COLUMNS for each column of the file; null: ignored. */
  read: { params: { columns: readonly (string | null)[] }; result: SheetState };
  /** The visible rows from `from` up to, not including, `to`. */
  rows: { params: { from: number; to: number }; result: { version: number; rows: readonly SheetRow[] } };
  cell: { params: { id: number; column: number }; result: string };
  edit: {
    params: { id: number; column: number; value: string };
    result: { state: SheetState; row: SheetRow };
  };
  /** How many rows have the same fault as this cell. */
  countSameFault: { params: { id: number; column: number }; result: number };
  fill: { params: { fills: readonly Fill[] }; result: { state: SheetState; filled: number } };
  remove: { params: { id: number }; result: SheetState };
  undo: { params: object; result: { state: SheetState; spot: CellPosition | null } };
  filter: { params: { onlyFaulty: boolean }; result: SheetState };
  next: { params: { after: CellPosition | null }; result: { spot: CellPosition; row: SheetRow } | null };
  /** The table as a CSV file, whose heading has the names of COLUMNS. */
  write: { params: object; result: Blob };
}

export type WorkerRequest = keyof WorkerProtocol;

export type RequestMessage = {
  [Q in WorkerRequest]: { callId: number; method: Q } & WorkerProtocol[Q]["params"];
}[WorkerRequest];

export type ResponseMessage =
  | { callId: number; answer: unknown }
  /** The file cannot be read, for the reason in `refused`. */
  | { callId: number; refused: FileFault; row: number | null }
  /** An error of the program, not of the file. */
  | { callId: number; failed: string }
  /** The progress: how much of the file has been read, 0 to 1, and how many rows. */
  | { part: number; rows: number };
