import type { LiveEventKind, PassingKind, PassingWords, ToldEvents } from "#app/domain/events.ts";
import { followStream } from "./event-source.ts";

/** What a listener hears: an event, or `reset`: something was missed, load your data again. */
export type Heard =
  | { [K in LiveEventKind]: { kind: K; subject: ToldEvents[K] } }[LiveEventKind]
  | { kind: "reset" };
/** `seq`: the number of the person's event up to which is known by it. */
export type Listener = (heard: Heard, seq: number) => void;

/** What is said in passing: not numbered, and not kept for who does not listen. */
export type Overheard = { [K in PassingKind]: { kind: K; subject: PassingWords[K] } }[PassingKind];
export type Eavesdropper = (overheard: Overheard) => void;

/** What tabs say to each other. The one that holds the stream is the leader; `seq` is the last event it was told. */
type Word =
  | { say: "hello" }
  | { say: "here"; seq: number; live: boolean; visible: boolean }
  | { say: "event"; seq: number; heard: Heard }
  | { say: "reset"; seq: number }
  | { say: "passing"; overheard: Overheard }
  | { say: "signed-out" };

/** What of the browser it needs; tests give other tabs of their own. */
export type Surroundings = {
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
 * is heard as `reset`; a number that was heard before is not heard again.
 */
export class LiveTab {
  readonly #userId: string;
  readonly #around: Surroundings;
  readonly #listeners = new Set<Listener>();
  readonly #eavesdroppers = new Set<Eavesdropper>();
  readonly #watchers = new Set<() => void>();
  #seq: number;
  #live = false;
  #signedOut = false;
  #channel: BroadcastChannel | undefined;
  /** Ends this tab's turn in the queue for the lock, and its leadership. */
  #turn: AbortController | undefined;
  /** The turn in which this tab leads. */
  #leader: AbortSignal | undefined;
  #answer: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: string, after: number, around: Surroundings) {
    this.#userId = userId;
    this.#seq = after;
    this.#around = around;
  }

  /** Whether events arrive as they happen. */
  get live(): boolean {
    return this.#live;
  }

  get leading(): boolean {
    return this.#leader?.aborted === false;
  }

  /** `after`: the event number that the listener's data was read at. */
  listen(after: number, listener: Listener): () => void {
    this.#listeners.add(listener);
    if (after < this.#seq)
      queueMicrotask(() => this.#listeners.has(listener) && listener({ kind: "reset" }, this.#seq));
    return () => void this.#listeners.delete(listener);
  }

  /** Hears what is said in passing. */
  overhear(eavesdropper: Eavesdropper): () => void {
    this.#eavesdroppers.add(eavesdropper);
    return () => void this.#eavesdroppers.delete(eavesdropper);
  }

  /** Calls `changed` when `live` changes. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  start(): void {
    if (this.#turn || this.#signedOut) return;
    const { locks, channel } = this.#around;
    if (locks && channel) {
      this.#channel = channel(`events ${this.#userId}`);
      this.#channel.onmessage = ({ data }: MessageEvent<Word>) => this.#hear(data);
      this.#queue(false);
      this.greet();
    } else {
      this.#turn = new AbortController();
      void this.#lead(this.#turn.signal);
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
    this.#turn?.abort();
    this.#turn = undefined;
    this.#channel?.close();
    this.#channel = undefined;
    this.#setLive(false);
  }

  /** Asks who leads; to be called when the tab becomes visible too. Takes over from nobody, and from a hidden tab. */
  greet(): void {
    if (this.leading || !this.#channel) return;
    this.#say({ say: "hello" });
    clearTimeout(this.#answer);
    if (this.#around.visible()) this.#answer = setTimeout(() => this.#queue(true), LEADER_ANSWERS_MS);
  }

  #queue(steal: boolean): void {
    const { locks } = this.#around;
    if (!locks || !this.#channel || this.leading) return;
    this.#turn?.abort();
    const turn = new AbortController();
    this.#turn = turn;
    // A request that steals cannot be aborted, and need not be: it is granted at once.
    const options: LockOptions = steal ? { steal } : { signal: turn.signal };
    locks
      .request(`events ${this.#userId}`, options, () =>
        turn.signal.aborted ? undefined : this.#lead(turn.signal),
      )
      .catch(() => {
        // Another tab took it. Ours to have again when that one goes.
        if (this.#turn !== turn || turn.signal.aborted) return;
        turn.abort();
        this.#queue(false);
      });
  }

  async #lead(turn: AbortSignal): Promise<void> {
    clearTimeout(this.#answer);
    this.#leader = turn;
    const url = `${this.#around.url}?user=${this.#userId}`;
    const outcome = await followStream(url, () => this.#seq, turn, {
      live: (live) => {
        if (turn.aborted) return;
        this.#setLive(live);
        this.#here();
      },
      frame: (frame) => {
        if (turn.aborted) return;
        const word = wordOf(frame);
        if (!word) return;
        this.#say(word);
        this.#hear(word);
      },
    });
    if (this.#leader === turn) this.#leader = undefined;
    if (outcome === "signed-out") {
      this.#say({ say: "signed-out" });
      this.#hear({ say: "signed-out" });
    }
  }

  #hear(word: Word): void {
    switch (word.say) {
      case "hello":
        if (this.leading) this.#here();
        break;
      case "here":
        if (this.leading) break;
        clearTimeout(this.#answer);
        this.#setLive(word.live);
        if (word.seq > this.#seq) this.#advance(word.seq, { kind: "reset" });
        if (this.#around.visible() && !word.visible) this.#queue(true);
        break;
      case "event":
        if (word.seq > this.#seq)
          this.#advance(word.seq, word.seq === this.#seq + 1 ? word.heard : { kind: "reset" });
        break;
      case "reset":
        this.#advance(word.seq, { kind: "reset" });
        break;
      case "passing":
        for (const eavesdropper of this.#eavesdroppers) eavesdropper(word.overheard);
        break;
      case "signed-out":
        this.#signedOut = true;
        this.stop();
        this.#around.signedOut?.();
        break;
    }
  }

  #advance(seq: number, heard: Heard): void {
    this.#seq = seq;
    for (const listener of this.#listeners) listener(heard, seq);
  }

  #here(): void {
    this.#say({ say: "here", seq: this.#seq, live: this.#live, visible: this.#around.visible() });
  }

  #say(word: Word): void {
    this.#channel?.postMessage(word);
  }

  #setLive(live: boolean): void {
    if (this.#live === live) return;
    this.#live = live;
    for (const changed of this.#watchers) changed();
  }
}

function wordOf({ id, event, data }: { id: number; event: string; data: string }): Word | undefined {
  if (event === "hello") return undefined;
  if (event === "reset") return { say: "reset", seq: id };
  // Events are numbered from 1 on.
  if (id === 0) return { say: "passing", overheard: { kind: event, subject: JSON.parse(data) } as Overheard };
  return { say: "event", seq: id, heard: { kind: event, subject: JSON.parse(data) } as Heard };
}
