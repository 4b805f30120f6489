import type { FileFault } from "../csv/file-fault.ts";

/** The reasons for refusing a file besides faults of the file itself. */
export type SendingFault = "signed_out" | "invalid_request" | "broken" | "waiting" | "limit" | "failed";

export type UploadFault = FileFault | SendingFault;

/** Thrown for a refused file, of which nothing is stored. */
export class StockFileRefused extends Error {
  readonly fault: UploadFault;
  /** The row with the fault, where there is one. */
  readonly row: number | null;

  constructor(fault: UploadFault, { row = null, ...options }: ErrorOptions & { row?: number | null } = {}) {
    super(fault, options);
    this.name = "StockFileRefused";
    this.fault = fault;
    this.row = row;
  }
}
