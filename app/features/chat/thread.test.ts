import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChatMessage } from "#app/domain/chat-message.ts";
import type { OfferState } from "#app/domain/offer.ts";
import {
  completeUpTo,
  firstOpenOffer,
  lastOfOther,
  lastSeen,
  opened,
  type Thread,
  type ThreadChange,
  type Unsent,
  withChange,
} from "./thread.ts";

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
const nothing = opened([]);
const run = (...changes: ThreadChange[]) => changes.reduce(withChange, nothing);
const seqs = (thread: Thread) => thread.messages.map(({ seq }) => seq);

describe("the state of a conversation", () => {
  test("shows each message once and in order, however it arrives", () => {
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

  test("shows what became of an open offer, which never opens again", () => {
    const offered = (state: OfferState): ChatMessage => ({
      ...message(2),
      offer: {
        id: "o2",
        by: "buyer",
        state,
        pieces: 1,
        cents: 8_000,
        expiresAt: message(2).createdAt,
        stop: null,
        answers: [],
      },
    });
    const open = run(received(message(1), offered("open"), message(3)));
    expect(firstOpenOffer(open)).toBe(2);
    const closed = withChange(open, received(offered("declined")));
    expect(closed.messages.map(({ offer }) => offer?.state)).toEqual([undefined, "declined", undefined]);
    expect(firstOpenOffer(closed)).toBeNull();
    expect(withChange(closed, received(offered("open")))).toBe(closed);
    expect(withChange(open, received(offered("open")))).toBe(open);
  });

  test("shows a person's own message before the server has stored it, and only once afterwards", () => {
    const written: ThreadChange = { change: "written", clientId: "c2", message: "hello" };
    expect(run(received(message(1)), written).unsent).toEqual([
      { clientId: "c2", message: "hello", state: "sending" },
    ]);
    const confirmed = run(received(message(1)), written, received(message(2, true)));
    expect(confirmed.unsent).toEqual([]);
    expect(seqs(confirmed)).toEqual([1, 2]);
  });

  test("is the same object when nothing changes", () => {
    const thread = run(received(message(1), message(2, true)));
    expect(withChange(thread, received(message(2, true)))).toBe(thread);
    expect(withChange(thread, received())).toBe(thread);
  });

  test("keeps a failed message until it is retried or discarded", () => {
    const failed = run(
      { change: "written", clientId: "c1", message: "hello" },
      { change: "failed", clientId: "c1" },
    );
    expect(failed.unsent[0]?.state).toBe("failed");
    expect(withChange(failed, { change: "retried", clientId: "c1" }).unsent[0]?.state).toBe("sending");
    expect(withChange(failed, { change: "discarded", clientId: "c1" }).unsent).toEqual([]);
    const unanswered = withChange(failed, { change: "unanswered", clientId: "c1" });
    expect(unanswered.unsent).toEqual([{ clientId: "c1", message: "hello", state: "waiting" }]);
    // The message had arrived; only its answer was lost.
    expect(withChange(failed, received(message(1, true))).unsent).toEqual([]);
  });

  test("adds unsent messages that any tab has stored, in the order in which they were written", () => {
    const written = (clientId: string): ThreadChange => ({ change: "written", clientId, message: clientId });
    const stored = (clientId: string, state: Unsent["state"] = "sending"): Unsent => ({
      clientId,
      message: clientId,
      state,
    });
    const own = run(received(message(2, true)), written("c4"), written("c6"));
    const restored = withChange(own, {
      change: "restored",
      stored: [stored("c2"), stored("c3"), stored("c4"), stored("c5", "failed")],
    });
    expect(restored.unsent).toEqual([
      stored("c3", "waiting"),
      stored("c4"),
      stored("c5", "failed"),
      stored("c6"),
    ]);
    expect(withChange(own, { change: "restored", stored: [stored("c2")] })).toBe(own);
  });

  test("drops a message that another tab removed, unless this tab is sending it", () => {
    const sending = run({ change: "written", clientId: "c1", message: "hello" });
    expect(withChange(sending, { change: "removed", clientId: "c1" })).toBe(sending);
    const waiting = withChange(sending, { change: "unanswered", clientId: "c1" });
    expect(withChange(waiting, { change: "removed", clientId: "c1" }).unsent).toEqual([]);
  });

  test("has all messages up to the number that completeUpTo returns", () => {
    expect(completeUpTo(nothing)).toBe(0);
    const fromFour = opened([message(4), message(5)]);
    expect(completeUpTo(fromFour)).toBe(5);
    const ahead = withChange(fromFour, received(message(7, true)));
    expect(completeUpTo(ahead)).toBe(5);
    expect(completeUpTo(withChange(ahead, received(message(6))))).toBe(7);
    const earlier = withChange(ahead, received(message(2), message(3)));
    expect(earlier.from).toBe(2);
    expect(completeUpTo(earlier)).toBe(5);
  });

  test("is incomplete while an earlier message of the other person is missing", () => {
    const own = run(received(message(2, true)));
    expect(completeUpTo(own)).toBe(0);
    expect(completeUpTo(withChange(own, received(message(1))))).toBe(2);
  });

  test("is marked as read up to the other person's last message before a missing message", () => {
    expect(lastOfOther(run(received(message(1, true))))).toBe(0);
    expect(lastOfOther(run(received(message(1), message(2), message(3, true))))).toBe(2);
    expect(lastOfOther(run(received(message(1), message(2, true), message(4))))).toBe(1);
  });
});

describe("the read receipt of a conversation", () => {
  test("is shown once, beneath the last of the person's own messages that was read", () => {
    const all = [message(1, true), message(2), message(3, true), message(4, true)];
    const upTo = (seq: number) => lastSeen(run(received(...all), { change: "seen", seq }));
    expect([0, 1, 2, 3, 4, 9].map(upTo)).toEqual([0, 1, 1, 3, 4, 4]);
    expect(lastSeen(run(received(message(1), message(2)), { change: "seen", seq: 2 }))).toBe(0);
  });

  test("never goes back, in whatever order receipts arrive", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1 }), (seqs) => {
        const thread = seqs.reduce((one, seq) => withChange(one, { change: "seen", seq }), nothing);
        expect(thread.seen).toBe(Math.max(...seqs));
      }),
    );
  });

  test("stays when a message fails, and the message keeps its uploaded pictures", () => {
    const photos = [{ id: "p", key: "k", width: 1, height: 1, thumbhash: "", avif: false }];
    const failed = run(
      { change: "seen", seq: 3 },
      { change: "written", clientId: "c", message: "", photos },
      { change: "failed", clientId: "c" },
    );
    expect(failed).toEqual({
      ...nothing,
      unsent: [{ clientId: "c", message: "", photos, state: "failed" }],
      seen: 3,
    });
    expect(withChange(failed, { change: "retried", clientId: "c" }).unsent[0]?.photos).toEqual(photos);
  });
});
