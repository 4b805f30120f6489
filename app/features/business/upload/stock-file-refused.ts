import type { FileFault } from "../csv/file-fault.ts";

/**
 * The reasons for refusing a file besides faults of the file itself.
 * "signed_out": nobody is signed in.
 * "invalid_request": a query parameter is missing or invalid.
 * "broken": the connection broke, or a later upload of the same file has replaced this one.
 * "waiting": too many of the user's files are not processed yet.
 * "limit": the rate limit.
 * "failed": an error of the program.
 */
export type SendingFault = "signed_out" | "invalid_request" | "broken" | "waiting" | "limit" | "failed";

export type UploadFault = FileFault | SendingFault;

/** Thrown for a refused file, of which nothing is stored. */
export class StockFileRefused extends Error {
  readonly fault: UploadFault;
  /** The number of the row with the fault; null if no row has it. */
  readonly row: number | null;

  constructor(fault: UploadFault, { row = null, ...options }: ErrorOptions & { row?: number | null } = {}) {
    super(fault, options);
    this.name = "StockFileRefused";
    this.fault = fault;
    this.row = row;
  }
}
