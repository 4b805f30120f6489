import type { Heard } from "#app/ui/live-events.ts";
import {
  completeUpTo,
  lastOfOther,
  type Thread,
  type ThreadChange,
  type Unsent,
  withChange,
} from "../thread.ts";
import type { OpenChat } from "../view.ts";
import { fetchMessages, postMessage, postRead } from "./chat-calls.ts";

/** What goes wrong in a conversation, and the sentence that says why. */
export type Trouble = { during: "fetch" | "send"; why: string };

/**
 * A conversation as a browser keeps it, complete and in order: it takes the next message from the event that tells of
 * it, and fetches what is missing after anything else.
 */
export class Conversation {
  readonly #base: string;
  readonly #roomId: string;
  readonly #trouble: (trouble: Trouble) => void;
  readonly #watchers = new Set<() => void>();
  #thread: Thread;
  #fetching = false;
  #fetchAgain = false;
  #readUpTo = 0;

  /** @param base the address of the chat's endpoints in the page's language */
  constructor(base: string, chat: Pick<OpenChat, "room" | "messages">, trouble: (trouble: Trouble) => void) {
    this.#base = base;
    this.#roomId = chat.room.id;
    this.#thread = { messages: chat.messages, unsent: [] };
    this.#trouble = trouble;
  }

  get thread(): Thread {
    return this.#thread;
  }

  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  hear(heard: Heard): void {
    if (heard.kind === "reset") return void this.catchUp();
    if (heard.kind !== "chat.message" || heard.subject.roomId !== this.#roomId) return;
    const { seq, message } = heard.subject;
    const complete = completeUpTo(this.#thread);
    if (seq <= complete) return;
    // What is missing before it comes first.
    if (message && seq === complete + 1) this.#change({ change: "received", messages: [message] });
    else void this.catchUp();
  }

  /** Fetches what is missing at the end. Asked while it is at it, it looks once more. `quiet` tells no trouble. */
  async catchUp({ quiet = false } = {}): Promise<void> {
    this.#fetchAgain = true;
    if (this.#fetching) return;
    this.#fetching = true;
    try {
      while (this.#fetchAgain) {
        this.#fetchAgain = false;
        const seq = completeUpTo(this.#thread);
        const messages = await fetchMessages(this.#base, this.#roomId, { after: seq });
        this.#change({ change: "received", messages });
        if (completeUpTo(this.#thread) > seq) this.#fetchAgain = true;
      }
    } catch (refusal) {
      if (!quiet) this.#trouble({ during: "fetch", why: sentenceOf(refusal) });
    } finally {
      this.#fetching = false;
    }
  }

  /** Fetches what was written before the first message that is here. */
  async loadEarlier(): Promise<void> {
    const before = this.#thread.messages[0]?.seq ?? 1;
    try {
      this.#change({
        change: "received",
        messages: await fetchMessages(this.#base, this.#roomId, { before }),
      });
    } catch (refusal) {
      this.#trouble({ during: "fetch", why: sentenceOf(refusal) });
    }
  }

  /** Shows the message at once. Resolves when the server has it (true), or did not take it (false: it is marked). */
  send(clientId: string, message: string): Promise<boolean> {
    this.#change({ change: "written", clientId, message });
    return this.#attempt(clientId, message);
  }

  /** The same message again, by the same id: the server knows whether it had it after all. */
  retry(clientId: string): Promise<boolean> {
    const unsent = this.#thread.unsent.find((one) => one.clientId === clientId);
    if (!unsent) return Promise.resolve(false);
    this.#change({ change: "retried", clientId });
    return this.#attempt(clientId, unsent.message);
  }

  /** Brings back what was not sent the last time. Whether the server had it after all, a retry tells. */
  restore(unsent: readonly Unsent[]): void {
    const known = new Set(this.#thread.messages.map((message) => message.clientId));
    for (const { clientId, message } of unsent) {
      if (known.has(clientId) || this.#thread.unsent.some((one) => one.clientId === clientId)) continue;
      this.#change({ change: "written", clientId, message });
      this.#change({ change: "failed", clientId });
    }
  }

  discard(clientId: string): void {
    this.#change({ change: "discarded", clientId });
  }

  /** Says that everything that is here was seen. */
  async markRead(): Promise<void> {
    const seq = lastOfOther(this.#thread);
    const before = this.#readUpTo;
    if (seq <= before) return;
    this.#readUpTo = seq;
    try {
      await postRead(this.#base, this.#roomId, seq);
    } catch {
      // Unread for a while longer does no harm: the next message or visit says it again.
      this.#readUpTo = before;
    }
  }

  async #attempt(clientId: string, message: string): Promise<boolean> {
    try {
      const confirmed = await postMessage(this.#base, this.#roomId, { clientId, message });
      this.#change({ change: "received", messages: [confirmed] });
    } catch (refusal) {
      // It may have been heard of through the stream although its answer was lost.
      if (!this.#thread.unsent.some((one) => one.clientId === clientId)) return true;
      this.#change({ change: "failed", clientId });
      this.#trouble({ during: "send", why: sentenceOf(refusal) });
      return false;
    }
    if (completeUpTo(this.#thread) < (this.#thread.messages.at(-1)?.seq ?? 0)) void this.catchUp();
    return true;
  }

  #change(change: ThreadChange): void {
    const before = this.#thread;
    this.#thread = withChange(before, change);
    if (this.#thread === before) return;
    for (const changed of this.#watchers) changed();
  }
}

function sentenceOf(refusal: unknown): string {
  return refusal instanceof Error ? refusal.message : String(refusal);
}
