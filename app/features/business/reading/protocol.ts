import type { FileFault } from "../csv/file-fault.ts";
import type { Fill } from "./fill.ts";
import type { CellPosition, SheetRow, SheetState } from "./sheet-state.ts";

/** A column of the file, and the one of ours that it seems to be. */
export interface FileColumn {
  readonly heading: string;
  /** The first value in it. */
  readonly sample: string;
  readonly column: string | null;
  readonly sure: boolean;
}

/** The requests of the page to the worker, and their answers. The rows stay in the worker. */
export interface WorkerProtocol {
  /** Reads the file's beginning. */
  open: { asks: { file: File }; answers: readonly FileColumn[] };
  /** Reads and checks the whole file. Each column of the file has one of ours, or null to leave it out. */
  read: { asks: { columns: readonly (string | null)[] }; answers: SheetState };
  window: { asks: { from: number; to: number }; answers: { version: number; rows: readonly SheetRow[] } };
  cell: { asks: { id: number; column: number }; answers: string };
  edit: {
    asks: { id: number; column: number; value: string };
    answers: { state: SheetState; row: SheetRow };
  };
  /** How many rows have the fault of a cell. */
  alike: { asks: { id: number; column: number }; answers: number };
  fill: { asks: { fills: readonly Fill[] }; answers: { state: SheetState; filled: number } };
  remove: { asks: { id: number }; answers: SheetState };
  undo: { asks: object; answers: { state: SheetState; spot: CellPosition | null } };
  filter: { asks: { onlyFaulty: boolean }; answers: SheetState };
  next: { asks: { after: CellPosition | null }; answers: { spot: CellPosition; row: SheetRow } | null };
  /** The table as a CSV with our headings. */
  write: { asks: object; answers: Blob };
}

export type WorkerRequest = keyof WorkerProtocol;

export type RequestMessage = {
  [Q in WorkerRequest]: { turn: number; question: Q } & WorkerProtocol[Q]["asks"];
}[WorkerRequest];

export type ResponseMessage =
  | { turn: number; answer: unknown }
  /** The file is no readable table, with the reason. */
  | { turn: number; refused: FileFault; row: number | null }
  /** An error of our own. */
  | { turn: number; failed: string }
  /** The part of the file that is read, 0 to 1, and the number of rows in it. */
  | { part: number; rows: number };
