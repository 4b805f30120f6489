import { m } from "#app/paraglide/messages.js";
import { fileFaultText } from "../csv/fault-text.ts";
import { FILE_FAULTS } from "../csv/file-fault.ts";
import type { SendingFault, UploadFault } from "./stock-file-refused.ts";

const TEXTS: Readonly<Record<SendingFault, () => string>> = {
  signed_out: m.upload_fault_signed_out,
  invalid_request: m.upload_fault_invalid_request,
  broken: m.upload_fault_broken,
  waiting: m.upload_fault_waiting,
  limit: m.upload_fault_limit,
  failed: m.upload_fault_failed,
};

const STATUS: Readonly<Record<SendingFault, number>> = {
  signed_out: 401,
  invalid_request: 400,
  // Request Timeout: the file did not arrive completely.
  broken: 408,
  waiting: 409,
  limit: 429,
  failed: 500,
};

function isSendingFault(fault: string): fault is SendingFault {
  return Object.hasOwn(TEXTS, fault);
}

/** A stored fault may be from another version of the program. */
export function isUploadFault(fault: string): fault is UploadFault {
  return isSendingFault(fault) || (FILE_FAULTS as readonly string[]).includes(fault);
}

export function uploadFaultText(fault: UploadFault, row: number | null = null): string {
  return isSendingFault(fault) ? TEXTS[fault]() : fileFaultText(fault, row);
}

export function statusOfFault(fault: UploadFault): number {
  if (isSendingFault(fault)) return STATUS[fault];
  return fault === "too_large" ? 413 : 422;
}
