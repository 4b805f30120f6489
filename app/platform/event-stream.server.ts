import type { ServerResponse } from "node:http";

/** An open event stream. Kept small, there is one per browser: no timer and no buffer of its own. */
export type Stream = {
  readonly outgoing: ServerResponse;
  /** The token of the session that opened it. */
  readonly session: string;
  /** Last event written to it, or, until `placed`, the one that the reader asked to start after. */
  seq: number | undefined;
  placed: boolean;
};

/** A reader that lets this many bytes lie is cut off; it resumes where it was when it comes back. */
const UNREAD_BYTES = 256 * 1024;

/** Sends the head of an event stream. */
export function begin(outgoing: ServerResponse): void {
  outgoing.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    // A proxy that gathers an answer before it passes it on would keep the events.
    "x-accel-buffering": "no",
  });
  outgoing.flushHeaders();
}

/**
 * Sends a ready event; a reader that stopped reading, or that has not even taken the end of its stream since the last
 * beat, is cut off instead. (To write after the end would be an error that nobody catches.)
 */
export function write({ outgoing }: Stream, text: string): void {
  if (outgoing.writableEnded || outgoing.writableLength > UNREAD_BYTES) outgoing.destroy();
  else outgoing.write(text);
}

/** Whether a reader has not even taken what it was sent before. */
export function isBehind({ outgoing }: Stream): boolean {
  return outgoing.writableLength > 0;
}

/** Closes the connection too: it was kept alive for the stream alone, and a server that stops waits for it. */
export function end(outgoing: ServerResponse): void {
  outgoing.end(() => outgoing.socket?.end());
}
