import { FILE_FAULTS, type FileFault } from "#app/domain/csv/file-fault.ts";

/**
 * Why a run failed, besides the faults of its file. "web_page": the host answers with a page. "all_failed": no row can be
 * listed. "waiting": too many files of this seller are waiting. "locked": the stored password cannot be read any more.
 */
const RUN_FAULTS = [
  "not_a_url",
  "scheme",
  "credentials",
  "port",
  "private_address",
  "unknown_host",
  "unreachable",
  "certificate",
  "timeout",
  "redirects",
  "downgrade",
  "not_found",
  "unauthorized",
  "denied",
  "host_trouble",
  "encoded",
  "web_page",
  "all_failed",
  "stopped",
  "waiting",
  "locked",
  "failed",
] as const;

export type FeedFault = (typeof RUN_FAULTS)[number] | FileFault;

/** An unknown fault, stored by another version of the program, becomes "failed". */
export function asFeedFault(stored: string): FeedFault {
  return [...RUN_FAULTS, ...FILE_FAULTS].find((fault) => fault === stored) ?? "failed";
}

export class FeedRefused extends Error {
  override readonly name = "FeedRefused";
  readonly fault: FeedFault;

  constructor(fault: FeedFault, options: ErrorOptions = {}) {
    super(`feed refused: ${fault}`, options);
    this.fault = fault;
  }
}
