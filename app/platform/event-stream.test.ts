import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { begin, end, type Stream, write } from "./event-stream.server.ts";

function unreadStream(): Stream {
  const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
  begin(outgoing);
  return { outgoing, reader: { userId: "", session: "", isAllowed: null }, seq: 0, hasStart: true };
}

test("a reader that does not close after the end of its stream is disconnected, and nothing more is written", async () => {
  const stream = unreadStream();
  const faults: unknown[] = [];
  stream.outgoing.on("error", (fault) => faults.push(fault));
  write(stream, "event: signed-out\ndata: {}\n\n");
  end(stream.outgoing);
  expect(stream.outgoing.destroyed).toBe(false);
  write(stream, ":\n\n");
  await new Promise((later) => setImmediate(later));
  expect(faults).toEqual([]);
  expect(stream.outgoing.destroyed).toBe(true);
});

test("a reader with 256 KB of unread data is disconnected", () => {
  const stream = unreadStream();
  for (let nth = 0; nth < 5; nth++) write(stream, "x".repeat(60_000));
  expect(stream.outgoing.destroyed).toBe(false);
  write(stream, ":\n\n");
  expect(stream.outgoing.destroyed).toBe(true);
});
