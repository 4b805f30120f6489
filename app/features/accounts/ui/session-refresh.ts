/** The answer of GET /auth/session. */
export type SessionAnswer =
  | { viewer: { id: string; username: string } /** ISO 8601 */; expiresAt: string }
  | { viewer: null; expiresAt: null };

export type SessionNews = { kind: "alive"; viewerId: string } | { kind: "gone" } | { kind: "unreachable" };

/** The parts of the browser that it needs; tests pass their own. */
export type SessionSurroundings = {
  /** GET /auth/session, which also extends the session. */
  ask: () => Promise<Response>;
  pause: (ms: number) => Promise<void>;
  now: () => number;
  visible: () => boolean;
  onNews: (news: SessionNews) => void;
};

/** The retries start after 200 ms and double the pause (A9.14). After the last one it waits for the next tick. */
const FIRST_PAUSE_MS = 200;
const MAX_ATTEMPTS = 8;
/** A tab that becomes visible asks unless it asked within this time. */
const FRESH_MS = 60_000;
/** A new cookie may have ended the stream, so it gets time to arrive. */
const DOUBT_MS = 1_000;

/**
 * Keeps a session alive while its page is open (A4.2, A9.15). It asks on each tick of a timer and when the tab
 * becomes visible. It retries with growing pauses while there is no answer, and notifies when the session is over.
 */
export class SessionRefresh {
  readonly #around: SessionSurroundings;
  #asked: number;
  #asking: Promise<void> | undefined;
  #over = false;

  constructor(around: SessionSurroundings) {
    this.#around = around;
    // The page was just rendered for this session.
    this.#asked = around.now();
  }

  tick(): Promise<void> {
    return this.#around.visible() ? this.refresh() : Promise.resolve();
  }

  shown(): Promise<void> {
    const fresh = this.#around.now() - this.#asked < FRESH_MS;
    return this.#around.visible() && !fresh ? this.refresh() : Promise.resolve();
  }

  /** The stream or another tab reports that the session is over. */
  async doubted(): Promise<void> {
    await this.#around.pause(DOUBT_MS);
    await this.refresh();
  }

  /** Concurrent callers share one request. */
  refresh(): Promise<void> {
    this.#asking ??= this.#refresh().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  stop(): void {
    this.#over = true;
  }

  async #refresh(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    for (let attempt = 1; !this.#over; attempt++) {
      const news = await this.#ask();
      if (this.#over) return;
      if (news.kind !== "unreachable" || attempt === MAX_ATTEMPTS) {
        this.#around.onNews(news);
        return;
      }
      await this.#around.pause(pause);
      pause *= 2;
    }
  }

  async #ask(): Promise<SessionNews> {
    this.#asked = this.#around.now();
    try {
      const response = await this.#around.ask();
      // Only a 401 of this server ends a session. A proxy's 502 or a hotel's sign-in page does not.
      if (response.status === 401) return { kind: "gone" };
      if (!response.ok) return { kind: "unreachable" };
      const { viewer } = (await response.json()) as SessionAnswer;
      return viewer ? { kind: "alive", viewerId: viewer.id } : { kind: "gone" };
    } catch {
      return { kind: "unreachable" };
    }
  }
}
