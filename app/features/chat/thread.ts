import type { ChatMessage } from "#app/domain/chat-message.ts";

/** A message of one's own that the server has not confirmed yet. */
export interface Unsent {
  readonly clientId: string;
  readonly message: string;
  readonly state: "sending" | "failed";
}

/** What a conversation knows: pure data, changed by `withChange`. */
export interface Thread {
  /** By `seq`. */
  readonly messages: readonly ChatMessage[];
  /** In the order in which they were written; shown after the messages. */
  readonly unsent: readonly Unsent[];
}

export type ThreadChange =
  | { readonly change: "received"; readonly messages: readonly ChatMessage[] }
  | { readonly change: "written"; readonly clientId: string; readonly message: string }
  | { readonly change: "failed" | "retried" | "discarded"; readonly clientId: string };

/** The conversation after a change. The same message may be received any number of times, in any order. */
export function withChange(thread: Thread, change: ThreadChange): Thread {
  switch (change.change) {
    case "received": {
      const known = new Set(thread.messages.map((message) => message.seq));
      const fresh = change.messages.filter((message) => !known.has(message.seq));
      const confirmed = new Set(change.messages.map((message) => message.clientId));
      if (fresh.length === 0 && !thread.unsent.some((unsent) => confirmed.has(unsent.clientId)))
        return thread;
      return {
        messages: [...thread.messages, ...fresh].sort((a, b) => a.seq - b.seq),
        unsent: thread.unsent.filter((unsent) => !confirmed.has(unsent.clientId)),
      };
    }
    case "written": {
      const { clientId, message } = change;
      return {
        messages: thread.messages,
        unsent: [...thread.unsent, { clientId, message, state: "sending" }],
      };
    }
    case "failed":
      return withState(thread, change.clientId, "failed");
    case "retried":
      return withState(thread, change.clientId, "sending");
    case "discarded":
      return {
        messages: thread.messages,
        unsent: thread.unsent.filter((unsent) => unsent.clientId !== change.clientId),
      };
  }
}

function withState(thread: Thread, clientId: string, state: Unsent["state"]): Thread {
  return {
    messages: thread.messages,
    unsent: thread.unsent.map((unsent) => (unsent.clientId === clientId ? { ...unsent, state } : unsent)),
  };
}

/**
 * The number up to which nothing is missing, counted from the first message that is here: what is asked for next
 * comes after it. One's own message may be confirmed before the other's that was written just ahead of it is here.
 */
export function completeUpTo({ messages }: Thread): number {
  let seq = messages[0]?.seq ?? 0;
  for (const message of messages) {
    if (message.seq > seq + 1) break;
    seq = message.seq;
  }
  return seq;
}

/** The last message of the other up to which all was shown; 0 if there is none. */
export function lastOfOther(thread: Thread): number {
  const complete = completeUpTo(thread);
  return thread.messages.findLast((message) => !message.mine && message.seq <= complete)?.seq ?? 0;
}
