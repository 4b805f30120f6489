import type { IncomingMessage, ServerResponse } from "node:http";

// How much of a body is discarded, and for how long.
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_PIECES = 100_000;
const TIMEOUT_MS = 30_000;

/** Request Timeout: the body came too slowly, or not at all. */
const STALLED = 408;

/**
 * Lets a client read a response that is sent before the request's body has arrived completely, such as a refusal. Most
 * clients send the whole body first, and would see an error if the connection closed meanwhile. So the response ends
 * only when the body does. Call it when nothing reads the body any more.
 */
export function endAfterBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  // Otherwise the next request of a client that stopped sending would be taken for the rest of the body.
  response.shouldKeepAlive = false;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  response.end = (...args: unknown[]) => {
    // A client that stalled has had its time.
    if (request.complete || request.destroyed || response.statusCode === STALLED) return end(...args);
    const [chunk] = args;
    if (typeof chunk === "string" || chunk instanceof Uint8Array) response.write(chunk);
    else response.flushHeaders();
    discard(request, () => end());
    return response;
  };
}

/** Calls `done` at the end of the body. Closes the connection when the body is too long, or takes too long. */
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
  // A listener that stopped reading would pause the body.
  request.removeAllListeners("data");
  request.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > MAX_BYTES || ++pieces > MAX_PIECES) giveUp();
  });
  request.resume();
}
