import type { FileFault } from "#app/domain/csv/file-fault.ts";
import type { FileChoices, TranslationReport } from "../profiles/choices.ts";
import type { Layout } from "../profiles/layout.ts";
import type { CellPosition, Fill, SheetRow, SheetState } from "./sheet-state.ts";

/** How a file is read, unless the person decides otherwise, and what becomes of its rows then. */
export interface Proposal {
  readonly layout: Layout;
  readonly report: TranslationReport;
}

/** The requests of the page to the worker, and their results. The rows stay in the worker. */
export interface WorkerProtocol {
  /** `home`: the currency of the seller's country, if it is known. */
  open: { params: { file: File; home: string | null }; result: Proposal };
  /** What becomes of the rows with these choices. */
  preview: { params: { choices: FileChoices }; result: TranslationReport };
  read: { params: { choices: FileChoices }; result: SheetState };
  /** The visible rows from `from` up to, not including, `to`. */
  rows: { params: { from: number; to: number }; result: { version: number; rows: readonly SheetRow[] } };
  cell: { params: { id: number; column: number }; result: string };
  edit: {
    params: { id: number; column: number; value: string };
    result: { state: SheetState; row: SheetRow };
  };
  countSameFault: { params: { id: number; column: number }; result: number };
  fill: { params: { fills: readonly Fill[] }; result: { state: SheetState; filled: number } };
  remove: { params: { id: number }; result: SheetState };
  undo: { params: object; result: { state: SheetState; spot: CellPosition | null } };
  filter: { params: { onlyFaulty: boolean }; result: SheetState };
  next: { params: { after: CellPosition | null }; result: { spot: CellPosition; row: SheetRow } | null };
  write: { params: object; result: Blob };
}

export type WorkerMethod = keyof WorkerProtocol;

export type RequestMessage = {
  [Method in WorkerMethod]: { callId: number; method: Method } & WorkerProtocol[Method]["params"];
}[WorkerMethod];

export type ResponseMessage =
  | { callId: number; result: unknown }
  | { callId: number; fault: FileFault; row: number | null }
  /** An error of the program, not of the file. */
  | { callId: number; failed: string }
  /** The progress: `part` is how much of the file has been read, 0 to 1. */
  | { part: number; rows: number };
