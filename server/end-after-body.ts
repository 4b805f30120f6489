import type { IncomingMessage, ServerResponse } from "node:http";

// What a client still sends after its answer is thrown away: so much of it, and for so long.
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_PIECES = 100_000;
const TIMEOUT_MS = 30_000;

/**
 * Lets a client read an answer that was given before all of its body had come, a refusal for one. Most clients send
 * first and read then: were the connection closed meanwhile, they would see that instead of the answer. So the answer
 * is sent whole, and ends when the body has, or when there is too much of it.
 *
 * Call it when nobody reads the body any more: a reader would miss what is thrown away.
 */
export function endAfterBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  // A client that stops sending now and asks again on this connection would be taken for the rest of the body.
  response.shouldKeepAlive = false;
  const end = response.end.bind(response) as (...said: unknown[]) => ServerResponse;
  response.end = (...said: unknown[]) => {
    if (request.complete || request.destroyed) return end(...said);
    const [chunk] = said;
    if (typeof chunk === "string" || chunk instanceof Uint8Array) response.write(chunk);
    else response.flushHeaders();
    discard(request, () => end());
    return response;
  };
}

/** Reads the rest of a body and calls `done` after it; ends the connection where there is too much of it. */
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
  // What stopped reading would hold the rest back.
  request.removeAllListeners("data");
  request.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > MAX_BYTES || ++pieces > MAX_PIECES) giveUp();
  });
  request.resume();
}
