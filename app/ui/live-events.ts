import type {
  DeliveredEvents,
  EphemeralEventKind,
  EphemeralEvents,
  LiveEventKind,
} from "#app/domain/events.ts";
import { type Frame, followStream } from "./event-source.ts";

/** `reset`: events were missed, so load the data again. */
export type ReceivedEvent =
  | { [K in LiveEventKind]: { kind: K; subject: DeliveredEvents[K] } }[LiveEventKind]
  | { kind: "reset" };
/** `seq`: the number of the event. For `reset`: the number of the latest event that may have been missed. */
export type Listener = (event: ReceivedEvent, seq: number) => void;

/** Not stored and without a number: only current subscribers receive it. */
export type EphemeralEvent = {
  [K in EphemeralEventKind]: { kind: K; subject: EphemeralEvents[K] };
}[EphemeralEventKind];
export type EphemeralListener = (event: EphemeralEvent) => void;

/**
 * One user's events in this tab. The server numbers events without gaps, so a stream that starts again continues where
 * the last one ended. If a number is skipped, events were missed, and listeners receive `reset`. No event is delivered
 * twice.
 */
export class LiveTab {
  readonly #url: string;
  readonly #onSignedOut: (() => void) | undefined;
  readonly #listeners = new Set<Listener>();
  readonly #ephemeralListeners = new Set<EphemeralListener>();
  readonly #watchers = new Set<() => void>();
  #seq: number;
  #live = false;
  #signedOut = false;
  #stream: AbortController | undefined;

  /**
   * @param after the number of the latest event when the data of the page was read
   * @param onSignedOut called when the stream reports the end of the session
   */
  constructor(url: string, after: number, onSignedOut?: () => void) {
    this.#url = url;
    this.#seq = after;
    this.#onSignedOut = onSignedOut;
  }

  /** Whether events arrive as they happen. */
  get live(): boolean {
    return this.#live;
  }

  /** `after`: the number of the latest event when the data of the listener was read. */
  subscribe(after: number, listener: Listener): () => void {
    this.#listeners.add(listener);
    if (after < this.#seq)
      queueMicrotask(() => this.#listeners.has(listener) && listener({ kind: "reset" }, this.#seq));
    return () => void this.#listeners.delete(listener);
  }

  subscribeEphemeral(listener: EphemeralListener): () => void {
    this.#ephemeralListeners.add(listener);
    return () => void this.#ephemeralListeners.delete(listener);
  }

  /** Calls `changed` when `live` changes. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  start(): void {
    if (this.#stream || this.#signedOut) return;
    const stream = new AbortController();
    this.#stream = stream;
    void this.#read(stream.signal);
  }

  stop(): void {
    this.#stream?.abort();
    this.#stream = undefined;
    this.#setLive(false);
  }

  /** Starts again after a sign-out that was only apparent, because the session continues under another cookie. */
  resume(): void {
    if (!this.#signedOut) return;
    this.#signedOut = false;
    this.start();
  }

  async #read(signal: AbortSignal): Promise<void> {
    const outcome = await followStream(this.#url, () => this.#seq, signal, {
      live: (live) => !signal.aborted && this.#setLive(live),
      frame: (frame) => !signal.aborted && this.#receive(frame),
    });
    if (outcome !== "signed-out" || signal.aborted) return;
    this.stop();
    this.#signedOut = true;
    this.#onSignedOut?.();
  }

  #receive({ id, event: kind, data }: Frame): void {
    if (kind === "hello") return;
    if (kind === "reset") this.#advance(id, { kind });
    else this.#pass(id, { kind, subject: JSON.parse(data) });
  }

  #pass(seq: number, event: object): void {
    // Stored events are numbered from 1, so 0 means ephemeral.
    if (seq === 0) for (const listener of this.#ephemeralListeners) listener(event as EphemeralEvent);
    else if (seq > this.#seq)
      this.#advance(seq, seq === this.#seq + 1 ? (event as ReceivedEvent) : { kind: "reset" });
  }

  #advance(seq: number, event: ReceivedEvent): void {
    this.#seq = seq;
    for (const listener of this.#listeners) listener(event, seq);
  }

  #setLive(live: boolean): void {
    if (this.#live === live) return;
    this.#live = live;
    for (const changed of this.#watchers) changed();
  }
}
