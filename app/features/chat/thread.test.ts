import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChatMessage } from "#app/domain/chat-message.ts";
import { completeUpTo, lastOfOther, type Thread, type ThreadChange, withChange } from "./thread.ts";

function message(seq: number, mine = false): ChatMessage {
  return {
    id: `m${seq}`,
    seq,
    mine,
    clientId: mine ? `c${seq}` : null,
    message: `number ${seq}`,
    createdAt: new Date(seq * 1000).toISOString(),
  };
}
const received = (...messages: ChatMessage[]): ThreadChange => ({ change: "received", messages });
const nothing: Thread = { messages: [], unsent: [] };
const run = (...changes: ThreadChange[]) => changes.reduce(withChange, nothing);
const seqs = (thread: Thread) => thread.messages.map(({ seq }) => seq);

describe("a conversation", () => {
  test("shows each message once and in order, however it is told of them", () => {
    const all = [1, 2, 3, 4, 5, 6, 7, 8].map((seq) => message(seq, seq % 3 === 0));
    fc.assert(
      fc.property(fc.array(fc.subarray(all), { minLength: 1 }), (deliveries) => {
        const thread = deliveries.map((some) => received(...some)).reduce(withChange, nothing);
        expect(seqs(thread)).toEqual(
          [...new Set(deliveries.flat().map(({ seq }) => seq))].sort((a, b) => a - b),
        );
      }),
    );
  });

  test("shows one's own message at once, and as one message when the server has it", () => {
    const written: ThreadChange = { change: "written", clientId: "c2", message: "hello" };
    expect(run(received(message(1)), written).unsent).toEqual([
      { clientId: "c2", message: "hello", state: "sending" },
    ]);
    const confirmed = run(received(message(1)), written, received(message(2, true)));
    expect(confirmed.unsent).toEqual([]);
    expect(seqs(confirmed)).toEqual([1, 2]);
  });

  test("is the same conversation when it is told what it knows", () => {
    const thread = run(received(message(1), message(2, true)));
    expect(withChange(thread, received(message(2, true)))).toBe(thread);
    expect(withChange(thread, received())).toBe(thread);
  });

  test("keeps a message that failed until it is retried or discarded", () => {
    const failed = run(
      { change: "written", clientId: "c1", message: "hello" },
      { change: "failed", clientId: "c1" },
    );
    expect(failed.unsent[0]?.state).toBe("failed");
    expect(withChange(failed, { change: "retried", clientId: "c1" }).unsent[0]?.state).toBe("sending");
    expect(withChange(failed, { change: "discarded", clientId: "c1" }).unsent).toEqual([]);
    // It had arrived after all, only its answer had not.
    expect(withChange(failed, received(message(1, true))).unsent).toEqual([]);
  });

  test("knows up to where nothing is missing", () => {
    expect(completeUpTo(nothing)).toBe(0);
    expect(completeUpTo(run(received(message(4), message(5))))).toBe(5);
    expect(completeUpTo(run(received(message(4), message(5), message(7, true))))).toBe(5);
    expect(
      completeUpTo(run(received(message(7, true)), received(message(4), message(5)), received(message(6)))),
    ).toBe(7);
  });

  test("was read up to the other's last message before a gap", () => {
    expect(lastOfOther(run(received(message(1, true))))).toBe(0);
    expect(lastOfOther(run(received(message(1), message(2), message(3, true))))).toBe(2);
    expect(lastOfOther(run(received(message(1), message(2, true), message(4))))).toBe(1);
  });
});
