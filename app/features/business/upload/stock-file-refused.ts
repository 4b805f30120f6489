import type { FileFault } from "../csv/file-fault.ts";

/** Why a file was not taken, besides what may be wrong with the file itself. */
export type SendingFault = "signed_out" | "asked_wrongly" | "broken" | "waiting" | "limit" | "failed";

export type UploadFault = FileFault | SendingFault;

/** A file that was not taken: nothing of it is left. */
export class StockFileRefused extends Error {
  readonly fault: UploadFault;
  /** The row in which it was seen, where it was in one. */
  readonly row: number | null;

  constructor(fault: UploadFault, { row = null, ...options }: ErrorOptions & { row?: number | null } = {}) {
    super(fault, options);
    this.name = "StockFileRefused";
    this.fault = fault;
    this.row = row;
  }
}
