/** What GET /auth/session answers. */
export type SessionAnswer =
  | { viewer: { id: string; username: string } /** ISO 8601 */; expiresAt: string }
  | { viewer: null; expiresAt: null };

/** What came of asking: who is signed in, nobody any more, or no answer. */
export type SessionNews = { kind: "alive"; viewerId: string } | { kind: "gone" } | { kind: "unreachable" };

/** What of the browser it needs; tests bring their own. */
export type SessionSurroundings = {
  /** GET /auth/session, which moves the session's end on as it answers. */
  ask: () => Promise<Response>;
  pause: (ms: number) => Promise<void>;
  now: () => number;
  visible: () => boolean;
  onNews: (news: SessionNews) => void;
};

/** The pauses between tries begin at 200 ms and double (A9.14). After the last it waits for a tick. */
const FIRST_PAUSE_MS = 200;
const MAX_ATTEMPTS = 8;
/** A tab that is looked at again asks unless it just did. */
const FRESH_MS = 60_000;
/** What ended a stream may be a new cookie, which is given the time to arrive. */
const DOUBT_MS = 1_000;

/**
 * Keeps a session alive while its page is open (A4.2, A9.15): asks on each tick of a timer and when the
 * tab becomes visible, tries again with growing pauses while no answer comes, and tells when the session is gone.
 */
export class SessionRefresh {
  readonly #around: SessionSurroundings;
  #asked: number;
  #asking: Promise<void> | undefined;
  #over = false;

  constructor(around: SessionSurroundings) {
    this.#around = around;
    // The page was just made for this session.
    this.#asked = around.now();
  }

  tick(): Promise<void> {
    return this.#around.visible() ? this.refresh() : Promise.resolve();
  }

  shown(): Promise<void> {
    const fresh = this.#around.now() - this.#asked < FRESH_MS;
    return this.#around.visible() && !fresh ? this.refresh() : Promise.resolve();
  }

  /** Somebody else says that the session is over. */
  async doubted(): Promise<void> {
    await this.#around.pause(DOUBT_MS);
    await this.refresh();
  }

  /** Who calls while an answer is waited for waits for the same one. */
  refresh(): Promise<void> {
    this.#asking ??= this.#refresh().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** Nothing is told any more. */
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
      // Only the server's own word ends a session: a proxy's 502 or a hotel's sign-in page does not.
      if (response.status === 401) return { kind: "gone" };
      if (!response.ok) return { kind: "unreachable" };
      const { viewer } = (await response.json()) as SessionAnswer;
      return viewer ? { kind: "alive", viewerId: viewer.id } : { kind: "gone" };
    } catch {
      return { kind: "unreachable" };
    }
  }
}
