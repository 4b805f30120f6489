import type { FileFault } from "../csv/file-fault.ts";
import type { Fill } from "./fill.ts";
import type { CellPosition, SheetRow, SheetState } from "./sheet-state.ts";

/** A column of the file, and the known column that it probably is. */
export interface FileColumn {
  readonly heading: string;
  /** The first value in it. */
  readonly sample: string;
  readonly column: string | null;
  readonly sure: boolean;
}

/** The requests of the page to the worker, and their results. The rows stay in the worker. */
export interface WorkerProtocol {
  /** Reads the file's beginning. */
  open: { params: { file: File }; result: readonly FileColumn[] };
  /** Reads and checks the whole file. Each column of the file has a known column, or null to leave it out. */
  read: { params: { columns: readonly (string | null)[] }; result: SheetState };
  window: { params: { from: number; to: number }; result: { version: number; rows: readonly SheetRow[] } };
  cell: { params: { id: number; column: number }; result: string };
  edit: {
    params: { id: number; column: number; value: string };
    result: { state: SheetState; row: SheetRow };
  };
  /** How many rows have the fault of a cell. */
  countSameFault: { params: { id: number; column: number }; result: number };
  fill: { params: { fills: readonly Fill[] }; result: { state: SheetState; filled: number } };
  remove: { params: { id: number }; result: SheetState };
  undo: { params: object; result: { state: SheetState; spot: CellPosition | null } };
  filter: { params: { onlyFaulty: boolean }; result: SheetState };
  next: { params: { after: CellPosition | null }; result: { spot: CellPosition; row: SheetRow } | null };
  /** The table as a CSV with our headings. */
  write: { params: object; result: Blob };
}

export type WorkerRequest = keyof WorkerProtocol;

export type RequestMessage = {
  [Q in WorkerRequest]: { callId: number; method: Q } & WorkerProtocol[Q]["params"];
}[WorkerRequest];

export type ResponseMessage =
  | { callId: number; answer: unknown }
  /** The file is no readable table, with the reason. */
  | { callId: number; refused: FileFault; row: number | null }
  /** An error of our own. */
  | { callId: number; failed: string }
  /** The part of the file that is read, 0 to 1, and the number of rows in it. */
  | { part: number; rows: number };
