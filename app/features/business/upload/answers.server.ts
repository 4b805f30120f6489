import type { Viewer } from "#app/domain/viewer.ts";
import { logger } from "#app/platform/log.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { statusOfFault, uploadFaultText } from "./fault-text.ts";
import { StockFileRefused, type UploadFault } from "./stock-file-refused.ts";
import type { UploadRefusal } from "./view.ts";

/** With a content length, so that short responses are not compressed. */
export function json(answer: object, status = 200, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(answer);
  return new Response(text, {
    status,
    headers: {
      "cache-control": "no-store",
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
      ...headers,
    },
  });
}

export function faultAnswer(
  fault: UploadFault,
  { row = null, headers = {} }: { row?: number | null; headers?: Record<string, string> } = {},
): Response {
  const refusal: UploadRefusal = { fault, message: uploadFaultText(fault, row) };
  return json(refusal, statusOfFault(fault), headers);
}

/** An unexpected error is logged, and gets the fault "failed". */
export function refusalAnswer(error: unknown, viewer: Viewer): Response {
  if (error instanceof StockFileRefused) return faultAnswer(error.fault, error);
  if (error instanceof Refused) return faultAnswer("limit", { headers: error.headers });
  logger.error({ err: error, userId: viewer.id }, "a file of stock could not be taken");
  return faultAnswer("failed");
}
