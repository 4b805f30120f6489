import type { ServerResponse } from "node:http";

/** The reader of a stream, and how long the stream may stay open. */
export interface Reader {
  readonly userId: string;
  /** The token of the session of a page. Null for a program. */
  readonly session: string | null;
  /** Whether the key or token of a program still opens this stream. Null for a page. */
  readonly isAllowed: (() => Promise<boolean>) | null;
}

/** An open event stream. There is one for each browser, so it has no timer and no buffer of its own. */
export type Stream = {
  readonly outgoing: ServerResponse;
  readonly reader: Reader;
  /**
   * The number of the last written event. Before `hasStart`: the number after which the reader wants events, or
   * undefined for new events only.
   */
  seq: number | undefined;
  /** Whether `seq` is the number of the last written event. */
  hasStart: boolean;
};

/** A reader with more unread bytes is disconnected; after a reconnect it continues with the next event. */
const UNREAD_BYTES = 256 * 1024;

/** Sends the status and the headers of an event stream. */
export function begin(outgoing: ServerResponse): void {
  outgoing.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    // Proxies such as nginx then do not buffer the response.
    "x-accel-buffering": "no",
  });
  outgoing.flushHeaders();
}

/**
 * Sends a formatted event, or disconnects a reader that is too slow or whose stream has ended: a write after the end
 * would raise an uncaught error.
 */
export function write({ outgoing }: Stream, text: string): void {
  if (outgoing.writableEnded || outgoing.writableLength > UNREAD_BYTES) outgoing.destroy();
  else outgoing.write(text);
}

/** Whether a reader still has unread data. */
export function isBehind({ outgoing }: Stream): boolean {
  return outgoing.writableLength > 0;
}

/** Ends a stream and its connection, because a server that stops waits for open connections. */
export function end(outgoing: ServerResponse): void {
  outgoing.end(() => outgoing.socket?.end());
}
