import type { ServerResponse } from "node:http";

/** An open event stream. There is one per browser, so it is small: no timer and no buffer of its own. */
export type Stream = {
  readonly outgoing: ServerResponse;
  readonly session: string;
  /**
   * The number of the last event that was written to the stream. While `hasStart` is false: the number after which the
   * reader wants events, or undefined for only new events.
   */
  seq: number | undefined;
  /** Whether the server has decided at which event the stream starts. */
  hasStart: boolean;
};

/** A reader with this many unread bytes is disconnected. It resumes where it was when it reconnects. */
const UNREAD_BYTES = 256 * 1024;

/** Sends the status and the headers of an event stream. */
export function begin(outgoing: ServerResponse): void {
  outgoing.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    // Tells a proxy not to buffer the response, which would hold back the events.
    "x-accel-buffering": "no",
  });
  outgoing.flushHeaders();
}

/**
 * Sends a formatted event. A reader that stopped reading, or that has not received the end of its stream since the last
 * heartbeat, is disconnected instead. (A write after the end would raise an uncaught error.)
 */
export function write({ outgoing }: Stream, text: string): void {
  if (outgoing.writableEnded || outgoing.writableLength > UNREAD_BYTES) outgoing.destroy();
  else outgoing.write(text);
}

/** Whether a reader still has unread data. */
export function isBehind({ outgoing }: Stream): boolean {
  return outgoing.writableLength > 0;
}

/** Ends a stream and closes its connection, because a stopping server waits for open connections. */
export function end(outgoing: ServerResponse): void {
  outgoing.end(() => outgoing.socket?.end());
}
