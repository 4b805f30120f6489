import type {
  DeliveredEvents,
  EphemeralEventKind,
  EphemeralEvents,
  LiveEventKind,
} from "#app/domain/events.ts";
import { followStream } from "./event-source.ts";

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

/** Messages between tabs. The leader is the tab that reads the stream; `seq` is the number of its latest event. */
type TabMessage =
  | { type: "hello" }
  | { type: "state"; seq: number; live: boolean; visible: boolean }
  | { type: "event"; seq: number; event: ReceivedEvent }
  | { type: "reset"; seq: number }
  | { type: "ephemeral"; event: EphemeralEvent }
  | { type: "signed-out" };

/** The browser APIs that `LiveTab` needs; tests supply their own. */
export type BrowserApis = {
  url: string;
  locks: LockManager | undefined;
  channel: ((name: string) => BroadcastChannel) | undefined;
  visible: () => boolean;
  /** Called when the stream reports the end of the session. */
  signedOut?: () => void;
};

/** A leader that has not answered after this time is gone. */
const LEADER_ANSWERS_MS = 2_000;

/**
 * One user's events in this tab. All tabs of a browser share one stream: the tab with the lock reads it and informs the
 * others. A visible tab takes over from a hidden one, because a phone would suspend a hidden tab and its stream.
 * The server numbers events without gaps. If a number is skipped, events were missed, and listeners receive `reset`. No
 * event is delivered twice.
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
  /** Aborts this tab's request for the lock. A waiting tab then leaves the queue; a leader stops leading. */
  #lockRequest: AbortController | undefined;
  /** The signal of the lock request by which this tab became the leader; undefined while it is not. */
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

  /** Starts again after a sign-out that was only apparent, because the session continues under another cookie. */
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

  /**
   * Asks the other tabs which one leads. Also call it when this tab becomes visible. A visible tab takes the lock when
   * there is no leader or the leader is hidden.
   */
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
    // A stealing request cannot be aborted. That is harmless, because it is granted immediately.
    const options: LockOptions = steal ? { steal } : { signal: turn.signal };
    locks
      .request(`events ${this.#userId}`, options, () =>
        turn.signal.aborted ? undefined : this.#lead(turn.signal),
      )
      .catch(() => {
        // Another tab took the lock. This tab queues for it again, and gets it when that tab closes.
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
  // Stored events are numbered from 1, so 0 means ephemeral.
  if (id === 0)
    return { type: "ephemeral", event: { kind: event, subject: JSON.parse(data) } as EphemeralEvent };
  return { type: "event", seq: id, event: { kind: event, subject: JSON.parse(data) } as ReceivedEvent };
}
