import type { IncomingMessage, ServerResponse } from "node:http";

// After its response, a client's remaining data is discarded, up to this amount and time.
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_PIECES = 100_000;
const TIMEOUT_MS = 30_000;

/**
 * Lets a client read a response that was sent before its whole body had arrived, such as a refusal. Most clients send
 * the whole body before they read. If the connection closed before, they would see that error instead of the response.
 * So the response is written completely, and ends when the body has ended, or when there is too much of it.
 *
 * Call it when nothing reads the body any more: another reader would miss the discarded data.
 */
export function endAfterBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  // If a client stopped sending and reused this connection, its next request would be taken for the rest of the body.
  response.shouldKeepAlive = false;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  response.end = (...args: unknown[]) => {
    if (request.complete || request.destroyed) return end(...args);
    const [chunk] = args;
    if (typeof chunk === "string" || chunk instanceof Uint8Array) response.write(chunk);
    else response.flushHeaders();
    discard(request, () => end());
    return response;
  };
}

/** Reads the rest of a body and then calls `done`; closes the connection when there is too much of it. */
function discard(request: IncomingMessage, done: () => void): void {
  let bytes = 0;
  let pieces = 0;
  const stop = () => {
    clearTimeout(timer);
    request.off("end", stop).off("close", stop);
    done();
  };
  const giveUp = () => request.destroy();
  const timer = setTimeout(giveUp, TIMEOUT_MS).unref();
  request.on("end", stop).on("close", stop);
  // A listener that stopped reading would block the rest.
  request.removeAllListeners("data");
  request.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > MAX_BYTES || ++pieces > MAX_PIECES) giveUp();
  });
  request.resume();
}
