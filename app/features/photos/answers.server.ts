import { logger } from "#app/platform/log.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { PhotoRefused } from "./photo-refused.ts";
import { FAULT_STATUS, type PhotoFault } from "./rules.ts";
import { photoFaultText } from "./texts.ts";

/** The body of the answer to a refused upload. The browser shows the text for `fault` in the visitor's language. */
export type PhotoFaultAnswer = { fault: PhotoFault; message: string };

export function faultAnswer(fault: PhotoFault, headers: HeadersInit = {}): Response {
  const body: PhotoFaultAnswer = { fault, message: photoFaultText(fault) };
  return Response.json(body, { status: FAULT_STATUS[fault], headers });
}

/** The response to a failed upload. An unexpected error is logged. */
export function answerOf(error: unknown): Response {
  if (error instanceof PhotoRefused) {
    return faultAnswer(error.fault, error.fault === "busy" ? { "retry-after": "5" } : {});
  }
  if (error instanceof Refused) return faultAnswer("limit", error.headers);
  logger.error({ err: error }, "photo upload failed");
  return faultAnswer("failed");
}
