import type { FileFault } from "../csv/file-fault.ts";

/**
 * Reasons for refusing a file that are no fault of the file itself.
 * "broken": the connection broke, or a later upload of the same file has replaced this one.
 * "waiting": too many of the user's files are not processed yet.
 */
export type SendingFault = "signed_out" | "invalid_request" | "broken" | "waiting" | "limit" | "failed";

export type UploadFault = FileFault | SendingFault;

export class StockFileRefused extends Error {
  readonly fault: UploadFault;
  /** The number of the row with the fault; null for a fault of the whole file. */
  readonly row: number | null;

  constructor(fault: UploadFault, { row = null, ...options }: ErrorOptions & { row?: number | null } = {}) {
    super(fault, options);
    this.name = "StockFileRefused";
    this.fault = fault;
    this.row = row;
  }
}
