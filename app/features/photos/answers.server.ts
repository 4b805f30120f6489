import { logger } from "#app/platform/log.server.ts";
import { PhotoRefused } from "./photo-refused.ts";
import { FAULT_STATUS, type PhotoFault } from "./rules.ts";
import { photoFaultText } from "./texts.ts";

/** What an upload that was not taken is answered with: the browser shows the sentence of `fault` in its language. */
export type PhotoFaultAnswer = { fault: PhotoFault; message: string };

export function faultAnswer(fault: PhotoFault, headers: HeadersInit = {}): Response {
  const body: PhotoFaultAnswer = { fault, message: photoFaultText(fault) };
  return Response.json(body, { status: FAULT_STATUS[fault], headers });
}

/** The answer to an upload that threw: a fault of the file is told, a fault of ours is logged as well. */
export function answerOf(error: unknown): Response {
  if (error instanceof PhotoRefused) {
    return faultAnswer(error.fault, error.fault === "busy" ? { "retry-after": "5" } : {});
  }
  if (error instanceof Response && error.status === 429) {
    return faultAnswer("limit", { "retry-after": error.headers.get("retry-after") ?? "60" });
  }
  logger.error({ err: error }, "photo upload failed");
  return faultAnswer("failed");
}
