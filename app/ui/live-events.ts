import type {
  DeliveredEvents,
  EphemeralEventKind,
  EphemeralEvents,
  LiveEventKind,
} from "#app/domain/events.ts";
import { followStream } from "./event-source.ts";

/** What a listener receives: an event, or `reset`: something was missed, load your data again. */
export type ReceivedEvent =
  | { [K in LiveEventKind]: { kind: K; subject: DeliveredEvents[K] } }[LiveEventKind]
  | { kind: "reset" };
/** `seq`: the number of the person's event up to which is known by it. */
export type Listener = (event: ReceivedEvent, seq: number) => void;

/** An event that is not numbered and not stored: only who is subscribed in that moment receives it. */
export type EphemeralEvent = {
  [K in EphemeralEventKind]: { kind: K; subject: EphemeralEvents[K] };
}[EphemeralEventKind];
export type EphemeralListener = (event: EphemeralEvent) => void;

/** What tabs tell each other. The one that holds the stream is the leader; `seq` is the last event it was told. */
type TabMessage =
  | { type: "hello" }
  | { type: "state"; seq: number; live: boolean; visible: boolean }
  | { type: "event"; seq: number; event: ReceivedEvent }
  | { type: "reset"; seq: number }
  | { type: "ephemeral"; event: EphemeralEvent }
  | { type: "signed-out" };

/** What of the browser it needs; tests give other tabs of their own. */
export type BrowserApis = {
  url: string;
  locks: LockManager | undefined;
  channel: ((name: string) => BroadcastChannel) | undefined;
  visible: () => boolean;
  /** The session is over, as far as the stream knows. */
  signedOut?: () => void;
};

const LEADER_ANSWERS_MS = 2_000;

/**
 * One person's events in this tab. All tabs of a browser share one stream: whoever holds the lock reads it and tells
 * the others. A visible tab takes it over from a hidden one, which a phone would put to sleep with the stream in its
 * hands. Without locks each tab has a stream of its own.
 *
 * Events are numbered without gaps. A number that does not follow the last one means that something was missed, and
 * is delivered as `reset`; a number that was received before is not delivered again.
 */
export class LiveTab {
  readonly #userId: string;
  readonly #browser: BrowserApis;
  readonly #listeners = new Set<Listener>();
  readonly #ephemeralListeners = new Set<EphemeralListener>();
  readonly #watchers = new Set<() => void>();
  #seq: number;
  #live = false;
  #signedOut = false;
  #channel: BroadcastChannel | undefined;
  /** Ends this tab's turn in the queue for the lock, and its leadership. */
  #lockRequest: AbortController | undefined;
  /** The turn in which this tab leads. */
  #leader: AbortSignal | undefined;
  #answer: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: string, after: number, browser: BrowserApis) {
    this.#userId = userId;
    this.#seq = after;
    this.#browser = browser;
  }

  /** Whether events arrive as they happen. */
  get live(): boolean {
    return this.#live;
  }

  get leading(): boolean {
    return this.#leader?.aborted === false;
  }

  /** `after`: the event number that the listener's data was read at. */
  subscribe(after: number, listener: Listener): () => void {
    this.#listeners.add(listener);
    if (after < this.#seq)
      queueMicrotask(() => this.#listeners.has(listener) && listener({ kind: "reset" }, this.#seq));
    return () => void this.#listeners.delete(listener);
  }

  /** Subscribes to events that are not stored. */
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
    if (this.#lockRequest || this.#signedOut) return;
    const { locks, channel } = this.#browser;
    if (locks && channel) {
      this.#channel = channel(`events ${this.#userId}`);
      this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#receive(data);
      this.#requestLock(false);
      this.askForLeader();
    } else {
      this.#lockRequest = new AbortController();
      void this.#lead(this.#lockRequest.signal);
    }
  }

  /** Starts again after a sign-out that was none: the session goes on under another cookie. */
  resume(): void {
    if (!this.#signedOut) return;
    this.#signedOut = false;
    this.start();
  }

  stop(): void {
    clearTimeout(this.#answer);
    this.#lockRequest?.abort();
    this.#lockRequest = undefined;
    this.#channel?.close();
    this.#channel = undefined;
    this.#setLive(false);
  }

  /** Asks who leads; to be called when the tab becomes visible too. Takes over from nobody, and from a hidden tab. */
  askForLeader(): void {
    if (this.leading || !this.#channel) return;
    this.#broadcast({ type: "hello" });
    clearTimeout(this.#answer);
    if (this.#browser.visible()) this.#answer = setTimeout(() => this.#requestLock(true), LEADER_ANSWERS_MS);
  }

  #requestLock(steal: boolean): void {
    const { locks } = this.#browser;
    if (!locks || !this.#channel || this.leading) return;
    this.#lockRequest?.abort();
    const turn = new AbortController();
    this.#lockRequest = turn;
    // A request that steals cannot be aborted, and need not be: it is granted at once.
    const options: LockOptions = steal ? { steal } : { signal: turn.signal };
    locks
      .request(`events ${this.#userId}`, options, () =>
        turn.signal.aborted ? undefined : this.#lead(turn.signal),
      )
      .catch(() => {
        // Another tab took it. Ours to have again when that one goes.
        if (this.#lockRequest !== turn || turn.signal.aborted) return;
        turn.abort();
        this.#requestLock(false);
      });
  }

  async #lead(turn: AbortSignal): Promise<void> {
    clearTimeout(this.#answer);
    this.#leader = turn;
    const url = `${this.#browser.url}?user=${this.#userId}`;
    const outcome = await followStream(url, () => this.#seq, turn, {
      live: (live) => {
        if (turn.aborted) return;
        this.#setLive(live);
        this.#broadcastState();
      },
      frame: (frame) => {
        if (turn.aborted) return;
        const message = toTabMessage(frame);
        if (!message) return;
        this.#broadcast(message);
        this.#receive(message);
      },
    });
    if (this.#leader === turn) this.#leader = undefined;
    if (outcome === "signed-out") {
      this.#broadcast({ type: "signed-out" });
      this.#receive({ type: "signed-out" });
    }
  }

  #receive(message: TabMessage): void {
    switch (message.type) {
      case "hello":
        if (this.leading) this.#broadcastState();
        break;
      case "state":
        if (this.leading) break;
        clearTimeout(this.#answer);
        this.#setLive(message.live);
        if (message.seq > this.#seq) this.#advance(message.seq, { kind: "reset" });
        if (this.#browser.visible() && !message.visible) this.#requestLock(true);
        break;
      case "event":
        if (message.seq > this.#seq)
          this.#advance(message.seq, message.seq === this.#seq + 1 ? message.event : { kind: "reset" });
        break;
      case "reset":
        this.#advance(message.seq, { kind: "reset" });
        break;
      case "ephemeral":
        for (const listener of this.#ephemeralListeners) listener(message.event);
        break;
      case "signed-out":
        this.#signedOut = true;
        this.stop();
        this.#browser.signedOut?.();
        break;
    }
  }

  #advance(seq: number, event: ReceivedEvent): void {
    this.#seq = seq;
    for (const listener of this.#listeners) listener(event, seq);
  }

  #broadcastState(): void {
    this.#broadcast({ type: "state", seq: this.#seq, live: this.#live, visible: this.#browser.visible() });
  }

  #broadcast(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  #setLive(live: boolean): void {
    if (this.#live === live) return;
    this.#live = live;
    for (const changed of this.#watchers) changed();
  }
}

function toTabMessage({
  id,
  event,
  data,
}: {
  id: number;
  event: string;
  data: string;
}): TabMessage | undefined {
  if (event === "hello") return undefined;
  if (event === "reset") return { type: "reset", seq: id };
  // Events are numbered from 1 on.
  if (id === 0)
    return { type: "ephemeral", event: { kind: event, subject: JSON.parse(data) } as EphemeralEvent };
  return { type: "event", seq: id, event: { kind: event, subject: JSON.parse(data) } as ReceivedEvent };
}
