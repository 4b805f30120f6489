import type { ChatMessage, ChatPhoto } from "#app/domain/chat-message.ts";
import { m } from "#app/paraglide/messages.js";
import { messageOf, UnansweredError } from "#app/ui/call.ts";
import type { ReceivedEvent } from "#app/ui/live-events.ts";
import {
  completeUpTo,
  firstOpenOffer,
  lastOfOther,
  opened,
  type Thread,
  type ThreadChange,
  type Unsent,
  withChange,
} from "../thread.ts";
import type { OpenChat } from "../view.ts";
import { fetchMessages, postMessage, postRead, postTyping } from "./chat-calls.ts";

/** How often typing is reported, in ms. The other user sees it for longer (`TYPING_SHOWN_MS`). */
const TYPING_EVERY_MS = 3_000;

type Sendable = Pick<Unsent, "clientId" | "message" | "photos" | "isRiskConfirmed">;

/** `risky`: a message that the viewer has to confirm or to change, and which the thread no longer has. */
export type ConversationFailure = { during: "fetch" | "send"; why: string; risky?: Sendable };

function isRisk(refusal: unknown): boolean {
  const { cause } = refusal instanceof Error ? refusal : {};
  return (cause as { reason?: unknown } | undefined)?.reason === "risk_unconfirmed";
}

/**
 * The browser's copy of a conversation: each new message comes with its live event, and messages that are missing
 * before it are fetched.
 */
export class Conversation {
  readonly #base: string;
  readonly #roomId: string;
  readonly #onFailure: (failure: ConversationFailure) => void;
  readonly #stored: () => readonly Unsent[];
  readonly #watchers = new Set<() => void>();
  #thread: Thread;
  #fetching = false;
  #fetchAgain = false;
  /** Whether messages may be missing. */
  #behind = false;
  #readUpTo = 0;
  #typedAt = 0;
  #typing: AbortController | undefined;
  /** The number up to which the user had read when `postRead` last failed, or 0. `settle` sends it again. */
  #unsentReadSeq = 0;
  #resending: Promise<boolean> | undefined;

  /**
   * @param base the path of the chat's endpoints with the page's language
   * @param stored the unsent messages of this and other tabs, in the order of writing
   */
  constructor(
    base: string,
    chat: Pick<OpenChat, "room" | "messages" | "seen">,
    onFailure: (failure: ConversationFailure) => void,
    stored: () => readonly Unsent[],
  ) {
    this.#base = base;
    this.#roomId = chat.room.id;
    this.#thread = opened(chat.messages, chat.seen);
    this.#onFailure = onFailure;
    this.#stored = stored;
  }

  get thread(): Thread {
    return this.#thread;
  }

  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  onEvent(event: ReceivedEvent): void {
    if (event.kind === "reset") return void this.catchUp();
    if (event.kind === "deal.changed" && event.subject.roomIds.includes(this.#roomId)) void this.catchUp();
    if (event.kind === "chat.seen" && event.subject.roomId === this.#roomId) {
      this.#change({ change: "seen", seq: event.subject.seq });
    }
    if (event.kind !== "chat.message" || event.subject.roomId !== this.#roomId) return;
    const { seq, message } = event.subject;
    const complete = completeUpTo(this.#thread);
    if (seq <= complete) return;
    if (message && seq === complete + 1) this.#change({ change: "received", messages: [message] });
    else void this.catchUp();
    // The offer may be a counter-offer, which closes the offer before it.
    if (message?.offer) void this.catchUp();
  }

  /**
   * Fetches the messages that are missing at the end. Before that, it fetches the messages from the first open offer on
   * again, because the offer may be closed now. A call while this runs makes it fetch once more.
   */
  async catchUp({ quiet = false } = {}): Promise<void> {
    this.#fetchAgain = true;
    if (this.#fetching) return;
    this.#fetching = true;
    try {
      while (this.#fetchAgain) {
        this.#fetchAgain = false;
        this.#behind = false;
        await this.#updateOffers();
        const seq = completeUpTo(this.#thread);
        const { messages, seen } = await fetchMessages(this.#base, this.#roomId, { after: seq });
        this.#change({ change: "received", messages });
        this.#change({ change: "seen", seq: seen });
        if (completeUpTo(this.#thread) > seq) this.#fetchAgain = true;
      }
    } catch (refusal) {
      this.#behind = true;
      if (!quiet) this.#onFailure({ during: "fetch", why: messageOf(refusal) });
    } finally {
      this.#fetching = false;
    }
  }

  async #updateOffers(): Promise<void> {
    const seq = firstOpenOffer(this.#thread);
    if (seq === null) return;
    const { messages } = await fetchMessages(this.#base, this.#roomId, { after: seq - 1 });
    this.#change({ change: "received", messages });
  }

  /** Resolves with false if it failed. */
  async loadEarlier(): Promise<boolean> {
    const before = this.#thread.from;
    try {
      const { messages } = await fetchMessages(this.#base, this.#roomId, { before });
      this.#change({ change: "received", messages });
      return true;
    } catch (refusal) {
      this.#onFailure({ during: "fetch", why: messageOf(refusal) });
      return false;
    }
  }

  /**
   * Shows a message immediately, and sends it after the messages that wait for a retry. Resolves with whether the
   * server has stored it.
   */
  async send(
    clientId: string,
    message: string,
    photos?: readonly ChatPhoto[],
    isRiskConfirmed = false,
  ): Promise<boolean> {
    const confirmed = isRiskConfirmed && { isRiskConfirmed };
    const sent = { clientId, message, ...(photos?.length && { photos }), ...confirmed };
    this.#change({ change: "written", ...sent });
    // Typing of the next message is reported without delay. A report on its way is cancelled: it is out of date now.
    this.#typedAt = 0;
    this.#typing?.abort();
    if (await this.resend()) return this.#attempt(sent);
    this.#fail(clientId, new UnansweredError(m.chat_sends_itself()));
    return false;
  }

  async typing(): Promise<void> {
    if (Date.now() - this.#typedAt < TYPING_EVERY_MS) return;
    this.#typedAt = Date.now();
    this.#typing?.abort();
    this.#typing = new AbortController();
    await postTyping(this.#base, this.#roomId, this.#typing.signal).catch(() => {});
  }

  /** Sends a waiting or failed message again, with its id, so that the server recognizes one that arrived before. */
  async retry(clientId: string): Promise<boolean> {
    const unsent = this.#thread.unsent.find((one) => one.clientId === clientId);
    if (!unsent) return false;
    this.#change({ change: "retried", clientId });
    return this.#attempt(unsent);
  }

  /**
   * Sends the waiting messages of all tabs with their ids, in the order in which they were written. It stops at the
   * first message that gets no answer, or a temporary failure. Resolves with true if no message waits any more.
   */
  resend(): Promise<boolean> {
    this.#resending ??= this.#resend().finally(() => {
      this.#resending = undefined;
    });
    return this.#resending;
  }

  /** Recovers after the server could not be reached: sends the waiting messages, and fetches the missing ones. */
  async settle(): Promise<void> {
    if (this.#behind) await this.catchUp({ quiet: true });
    await this.#sendRead(this.#unsentReadSeq);
    await this.resend();
  }

  restore(): void {
    this.#change({ change: "restored", stored: this.#stored() });
  }

  discard(clientId: string): void {
    this.#change({ change: "discarded", clientId });
  }

  /** Another tab sent or discarded these messages. */
  remove(clientIds: readonly string[]): void {
    for (const clientId of clientIds) this.#change({ change: "removed", clientId });
  }

  /** Marks the loaded messages as read, up to the first missing one. */
  markRead(): Promise<void> {
    return this.#sendRead(lastOfOther(this.#thread));
  }

  async #sendRead(seq: number): Promise<void> {
    const before = this.#readUpTo;
    if (seq <= before) return;
    this.#readUpTo = seq;
    try {
      await postRead(this.#base, this.#roomId, seq);
    } catch {
      // The messages may stay unread for a while: `settle` or the next message sends the number again.
      this.#readUpTo = before;
      this.#unsentReadSeq = seq;
    }
  }

  async #resend(): Promise<boolean> {
    this.restore();
    for (;;) {
      const next = this.#thread.unsent.find(({ state }) => state === "waiting");
      if (!next) return true;
      const { clientId } = next;
      try {
        this.#take(await postMessage(this.#base, this.#roomId, next));
      } catch (refusal) {
        if (refusal instanceof UnansweredError && this.#isUnsent(clientId)) return false;
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

  /** Returns true if the message's live event has arrived: then only the answer was lost. */
  #fail(clientId: string, refusal: unknown): boolean {
    const unsent = this.#thread.unsent.find((one) => one.clientId === clientId);
    if (!unsent) return true;
    if (isRisk(refusal)) {
      this.discard(clientId);
      this.#onFailure({ during: "send", why: messageOf(refusal), risky: unsent });
      return false;
    }
    this.#change({ change: refusal instanceof UnansweredError ? "unanswered" : "failed", clientId });
    this.#onFailure({ during: "send", why: messageOf(refusal) });
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
