import { UnterminatedRow } from "./rows.ts";

export const MAX_FILE_BYTES = 50 * 1024 * 1024;
/** Without the heading. */
export const MAX_FILE_ROWS = 50_000;

/** The reasons for refusing a whole file. */
export const FILE_FAULTS = [
  "empty",
  "too_large",
  "too_many_rows",
  "zip",
  "spreadsheet",
  "gzip",
  "binary",
  "xml",
  "endless_line",
  "quotes",
  "no_rows",
  "no_columns",
] as const;
export type FileFault = (typeof FILE_FAULTS)[number];

/** `row` is the number of the row with the fault; null for a fault of the whole file. */
export class FileRefused extends Error {
  readonly fault: FileFault;
  readonly row: number | null;

  constructor(fault: FileFault, row: number | null = null) {
    super(`File refused: ${fault}${row === null ? "" : ` in row ${row}`}`);
    this.fault = fault;
    this.row = row;
  }
}

export function refusingUnterminatedRows<Answer>(act: () => Answer): Answer {
  try {
    return act();
  } catch (error) {
    if (error instanceof UnterminatedRow) throw new FileRefused("quotes", error.number);
    throw error;
  }
}
