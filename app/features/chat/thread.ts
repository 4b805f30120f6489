import type { ChatMessage, ChatPhoto } from "#app/domain/chat-message.ts";

/** A message of the viewer's that the server has not confirmed yet. */
export interface Unsent {
  readonly clientId: string;
  readonly message: string;
  readonly photos?: readonly ChatPhoto[];
  /** The viewer was told what is dangerous about it, and sends it anyway. */
  readonly isRiskConfirmed?: boolean;
  /**
   * `sending`: this tab has sent the message and waits for the answer.
   * `waiting`: there was no answer, or a temporary failure, and the message is sent again automatically.
   * `failed`: the server refused the message.
   */
  readonly state: "sending" | "waiting" | "failed";
}

export interface Thread {
  /** The number of the first loaded message: 1 in a room that was empty. */
  readonly from: number;
  /** Ordered by `seq`. */
  readonly messages: readonly ChatMessage[];
  /** In the order in which they were written; shown after the messages. */
  readonly unsent: readonly Unsent[];
  /** The number of the last message that the other user has read, or 0. */
  readonly seen: number;
}

/**
 * What happened in a conversation:
 * `received`: messages arrived from the server, of either user.
 * `written`: the viewer sent a message, which the server has not confirmed yet.
 * `restored`: the unsent messages of this and other tabs were read from `localStorage`.
 * `seen`: the other user has read the messages up to `seq`.
 * `unanswered`: an unsent message got no answer, or a temporary failure.
 * `failed`: the server refused an unsent message.
 * `retried`: the viewer sends a waiting or failed message again.
 * `discarded`: the viewer discarded an unsent message.
 * `removed`: another tab sent or discarded an unsent message.
 */
export type ThreadChange =
  | { readonly change: "received"; readonly messages: readonly ChatMessage[] }
  | {
      readonly change: "written";
      readonly clientId: string;
      readonly message: string;
      readonly photos?: readonly ChatPhoto[];
      readonly isRiskConfirmed?: boolean;
    }
  | { readonly change: "restored"; readonly stored: readonly Unsent[] }
  | { readonly change: "seen"; readonly seq: number }
  | {
      readonly change: "unanswered" | "failed" | "retried" | "discarded" | "removed";
      readonly clientId: string;
    };

/** `messages` must be ordered by `seq`. */
export function opened(messages: readonly ChatMessage[], seen = 0): Thread {
  return { from: messages[0]?.seq ?? 1, messages, unsent: [], seen };
}

/** The same message may be received any number of times, in any order. */
export function withChange(thread: Thread, change: ThreadChange): Thread {
  switch (change.change) {
    case "received": {
      const shownSeqs = new Set(thread.messages.map((message) => message.seq));
      const fresh = change.messages.filter((message) => !shownSeqs.has(message.seq));
      const closed = closedOffers(thread, change.messages);
      const confirmed = new Set(change.messages.map((message) => message.clientId));
      if (
        fresh.length === 0 &&
        closed.size === 0 &&
        !thread.unsent.some((unsent) => confirmed.has(unsent.clientId))
      )
        return thread;
      const current = thread.messages.map((message) => closed.get(message.seq) ?? message);
      const messages = [...current, ...fresh].sort((a, b) => a.seq - b.seq);
      return {
        ...thread,
        from: Math.min(thread.from, messages[0]?.seq ?? thread.from),
        messages,
        unsent: thread.unsent.filter((unsent) => !confirmed.has(unsent.clientId)),
      };
    }
    case "written": {
      const { clientId, message, photos } = change;
      const unsent: Unsent = { clientId, message, ...(photos && { photos }), state: "sending" };
      return { ...thread, unsent: [...thread.unsent, unsent] };
    }
    case "restored":
      return withStored(thread, change.stored);
    case "seen":
      return change.seq > thread.seen ? { ...thread, seen: change.seq } : thread;
    case "unanswered":
      return withState(thread, change.clientId, "waiting");
    case "failed":
      return withState(thread, change.clientId, "failed");
    case "retried":
      return withState(thread, change.clientId, "sending");
    case "discarded":
      return without(thread, change.clientId);
    case "removed":
      // A message that this tab is sending stays until its answer: when two tabs store at the same moment, an entry can
      // be lost.
      return isSending(thread, change.clientId) ? thread : without(thread, change.clientId);
  }
}

function isSending({ unsent }: Thread, clientId: string): boolean {
  return unsent.some((one) => one.clientId === clientId && one.state === "sending");
}

function without(thread: Thread, clientId: string): Thread {
  const unsent = thread.unsent.filter((one) => one.clientId !== clientId);
  return unsent.length === thread.unsent.length ? thread : { ...thread, unsent };
}

/**
 * Adds the unsent messages that this tab or another one stored, in the order in which they were written. A message of
 * this tab that is not stored yet comes last.
 */
function withStored(thread: Thread, stored: readonly Unsent[]): Thread {
  const confirmed = new Set(thread.messages.map((message) => message.clientId));
  const unsentById = new Map(thread.unsent.map((unsent) => [unsent.clientId, unsent]));
  const unsent = new Map<string, Unsent>();
  for (const storedMessage of stored) {
    if (confirmed.has(storedMessage.clientId)) continue;
    // The page that was sending it may be closed.
    const restored: Unsent = {
      ...storedMessage,
      state: storedMessage.state === "failed" ? "failed" : "waiting",
    };
    unsent.set(storedMessage.clientId, unsentById.get(storedMessage.clientId) ?? restored);
  }
  if (unsent.size === 0) return thread;
  return { ...thread, unsent: [...new Map([...unsent, ...unsentById]).values()] };
}

/** The received messages whose offer is closed now, but still open in `thread`, by number. */
function closedOffers(thread: Thread, received: readonly ChatMessage[]): ReadonlyMap<number, ChatMessage> {
  const open = new Set(thread.messages.filter(hasOpenOffer).map(({ seq }) => seq));
  const closed = received.filter((message) => open.has(message.seq) && !hasOpenOffer(message));
  return new Map(closed.map((message) => [message.seq, message]));
}

function hasOpenOffer({ offer }: ChatMessage): boolean {
  return offer?.state === "open";
}

/** The number of the first loaded message with an open offer, or null. */
export function firstOpenOffer({ messages }: Thread): number | null {
  return messages.find(hasOpenOffer)?.seq ?? null;
}

function withState(thread: Thread, clientId: string, state: Unsent["state"]): Thread {
  return {
    ...thread,
    unsent: thread.unsent.map((unsent) => (unsent.clientId === clientId ? { ...unsent, state } : unsent)),
  };
}

/**
 * The number up to which no message is missing, from the first loaded one on. A message is missing when a message of
 * the viewer's is confirmed before an earlier one of the other user arrives.
 */
export function completeUpTo({ from, messages }: Thread): number {
  let seq = from - 1;
  for (const message of messages) {
    if (message.seq > seq + 1) break;
    seq = message.seq;
  }
  return seq;
}

/** The number of the other user's last message before which no message is missing, or 0. */
export function lastOfOther(thread: Thread): number {
  const complete = completeUpTo(thread);
  return thread.messages.findLast((message) => !message.mine && message.seq <= complete)?.seq ?? 0;
}

/** The number of the viewer's last message that the other user has read, or 0. */
export function lastSeen({ messages, seen }: Thread): number {
  return messages.findLast((message) => message.mine && message.seq <= seen)?.seq ?? 0;
}
