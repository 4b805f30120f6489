import type { ChatMessage, ChatPhoto } from "#app/domain/chat-message.ts";
import { m } from "#app/paraglide/messages.js";
import { sentenceOf, Unanswered } from "#app/ui/call.ts";
import type { ReceivedEvent } from "#app/ui/live-events.ts";
import {
  completeUpTo,
  lastOfOther,
  opened,
  type Thread,
  type ThreadChange,
  type Unsent,
  withChange,
} from "../thread.ts";
import type { OpenChat } from "../view.ts";
import { fetchMessages, postMessage, postRead, postTyping } from "./chat-calls.ts";

/** The other sees it for somewhat longer (`TYPING_SHOWN_MS`). */
const TYPING_EVERY_MS = 3_000;

type Sendable = Pick<Unsent, "clientId" | "message" | "photos">;

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
  /** There may be messages that are not here. */
  #behind = false;
  #readUpTo = 0;
  #typedAt = 0;
  /** What should be known as read, and could not be said. */
  #unsaid = 0;
  #resending: Promise<boolean> | undefined;

  /** @param base the address of the chat's endpoints in the page's language */
  constructor(
    base: string,
    chat: Pick<OpenChat, "room" | "messages" | "seen">,
    trouble: (trouble: Trouble) => void,
  ) {
    this.#base = base;
    this.#roomId = chat.room.id;
    this.#thread = opened(chat.messages, chat.seen);
    this.#trouble = trouble;
  }

  get thread(): Thread {
    return this.#thread;
  }

  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  hear(heard: ReceivedEvent): void {
    if (heard.kind === "reset") return void this.catchUp();
    if (heard.kind === "chat.seen" && heard.subject.roomId === this.#roomId) {
      this.#change({ change: "seen", seq: heard.subject.seq });
    }
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
        this.#behind = false;
        const seq = completeUpTo(this.#thread);
        const { messages, seen } = await fetchMessages(this.#base, this.#roomId, { after: seq });
        this.#change({ change: "received", messages });
        this.#change({ change: "seen", seq: seen });
        if (completeUpTo(this.#thread) > seq) this.#fetchAgain = true;
      }
    } catch (refusal) {
      this.#behind = true;
      if (!quiet) this.#trouble({ during: "fetch", why: sentenceOf(refusal) });
    } finally {
      this.#fetching = false;
    }
  }

  /** Fetches what was written before the first message that is here. Resolves with whether that could be had. */
  async loadEarlier(): Promise<boolean> {
    const before = this.#thread.from;
    try {
      const { messages } = await fetchMessages(this.#base, this.#roomId, { before });
      this.#change({ change: "received", messages });
      return true;
    } catch (refusal) {
      this.#trouble({ during: "fetch", why: sentenceOf(refusal) });
      return false;
    }
  }

  /**
   * Shows the message at once, and sends it after those that wait. Resolves when the server has it (true), or did not
   * take it (false: it is marked).
   */
  async send(clientId: string, message: string, photos?: readonly ChatPhoto[]): Promise<boolean> {
    const sent = { clientId, message, ...(photos?.length && { photos }) };
    this.#change({ change: "written", ...sent });
    // What is typed next is told again.
    this.#typedAt = 0;
    if (await this.resend()) return this.#attempt(sent);
    this.#fail(clientId, new Unanswered(m.chat_sends_itself()));
    return false;
  }

  /** Says that something is being typed: at most every few seconds, and nothing comes of it when it fails. */
  async typing(): Promise<void> {
    if (Date.now() - this.#typedAt < TYPING_EVERY_MS) return;
    this.#typedAt = Date.now();
    await postTyping(this.#base, this.#roomId).catch(() => {});
  }

  /** The same message again, by the same id: the server knows whether it had it after all. */
  async retry(clientId: string): Promise<boolean> {
    const unsent = this.#thread.unsent.find((one) => one.clientId === clientId);
    if (!unsent) return false;
    this.#change({ change: "retried", clientId });
    return this.#attempt(unsent);
  }

  /**
   * Sends what waits, by the ids that it has, in the order in which it was written; tells no trouble, and ends at the
   * first that is still not answered. Resolves to whether nothing waits any more.
   */
  resend(): Promise<boolean> {
    this.#resending ??= this.#resend().finally(() => {
      this.#resending = undefined;
    });
    return this.#resending;
  }

  /** Makes up for what failed while the server could not be reached: what waits is sent, what is missing fetched. */
  async settle(): Promise<void> {
    if (this.#behind) await this.catchUp({ quiet: true });
    await this.#sayRead(this.#unsaid);
    await this.resend();
  }

  /** Brings back what was not sent the last time. Whether the server had it after all, sending it again tells. */
  restore(unsent: readonly Unsent[]): void {
    const known = new Set(this.#thread.messages.map((message) => message.clientId));
    for (const { clientId, message, photos, state } of unsent) {
      if (known.has(clientId) || this.#thread.unsent.some((one) => one.clientId === clientId)) continue;
      this.#change({ change: "written", clientId, message, ...(photos && { photos }) });
      // The page was left while it was on its way.
      this.#change({ change: state === "failed" ? "failed" : "unanswered", clientId });
    }
  }

  discard(clientId: string): void {
    this.#change({ change: "discarded", clientId });
  }

  /** Says that everything that is here was seen. */
  markRead(): Promise<void> {
    return this.#sayRead(lastOfOther(this.#thread));
  }

  async #sayRead(seq: number): Promise<void> {
    const before = this.#readUpTo;
    if (seq <= before) return;
    this.#readUpTo = seq;
    try {
      await postRead(this.#base, this.#roomId, seq);
    } catch {
      // Unread for a while longer does no harm: `settle` says it again, or the next message.
      this.#readUpTo = before;
      this.#unsaid = seq;
    }
  }

  async #resend(): Promise<boolean> {
    for (;;) {
      const next = this.#thread.unsent.find(({ state }) => state === "waiting");
      if (!next) return true;
      const { clientId } = next;
      try {
        this.#take(await postMessage(this.#base, this.#roomId, next));
      } catch (refusal) {
        if (refusal instanceof Unanswered && this.#isUnsent(clientId)) return false;
        this.#fail(clientId, refusal);
      }
    }
  }

  async #attempt(sent: Sendable): Promise<boolean> {
    try {
      this.#take(await postMessage(this.#base, this.#roomId, sent));
      return true;
    } catch (refusal) {
      return this.#fail(sent.clientId, refusal);
    }
  }

  #take(confirmed: ChatMessage): void {
    this.#change({ change: "received", messages: [confirmed] });
    if (completeUpTo(this.#thread) < (this.#thread.messages.at(-1)?.seq ?? 0)) void this.catchUp();
  }

  /** Marks a message that was not sent. True: it was heard of through the stream although its answer was lost. */
  #fail(clientId: string, refusal: unknown): boolean {
    if (!this.#isUnsent(clientId)) return true;
    this.#change({ change: refusal instanceof Unanswered ? "unanswered" : "failed", clientId });
    this.#trouble({ during: "send", why: sentenceOf(refusal) });
    return false;
  }

  #isUnsent(clientId: string): boolean {
    return this.#thread.unsent.some((one) => one.clientId === clientId);
  }

  #change(change: ThreadChange): void {
    const before = this.#thread;
    this.#thread = withChange(before, change);
    if (this.#thread === before) return;
    for (const changed of this.#watchers) changed();
  }
}
