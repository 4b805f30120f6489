/** The answer of GET /auth/session. `expiresAt` is in ISO 8601. */
export type SessionAnswer =
  | { viewer: { id: string; username: string }; expiresAt: string }
  | { viewer: null; expiresAt: null };

export type SessionState = { kind: "alive"; viewerId: string } | { kind: "ended" } | { kind: "unreachable" };

/** The parts of the browser that SessionRefresh needs. Tests pass their own. */
export type SessionEnvironment = {
  /** GET /auth/session, which also extends the session. */
  fetchSession: () => Promise<Response>;
  pause: (ms: number) => Promise<void>;
  now: () => number;
  visible: () => boolean;
  onState: (state: SessionState) => void;
};

/** The pause before the first retry. It is doubled for each further one. */
const FIRST_PAUSE_MS = 200;
/** After this many attempts, it waits for the next tick. */
const MAX_ATTEMPTS = 8;
/** A tab that becomes visible refreshes its session, unless it did so within this time. */
const FRESH_MS = 60_000;
/** The event stream also ends when the session gets a new cookie. The check waits until the cookie has arrived. */
const RECHECK_DELAY_MS = 1_000;

/** Keeps a session alive while its page is open, and reports when it is over. */
export class SessionRefresh {
  readonly #environment: SessionEnvironment;
  #requestedAt: number;
  #request: Promise<void> | undefined;
  #stopped = false;

  constructor(environment: SessionEnvironment) {
    this.#environment = environment;
    // The page was just rendered for this session.
    this.#requestedAt = environment.now();
  }

  tick(): Promise<void> {
    return this.#environment.visible() ? this.refresh() : Promise.resolve();
  }

  becameVisible(): Promise<void> {
    const fresh = this.#environment.now() - this.#requestedAt < FRESH_MS;
    return this.#environment.visible() && !fresh ? this.refresh() : Promise.resolve();
  }

  /** Call it when the event stream or another tab reports that the session is over. */
  async recheck(): Promise<void> {
    await this.#environment.pause(RECHECK_DELAY_MS);
    await this.refresh();
  }

  /** Concurrent callers share one request. */
  refresh(): Promise<void> {
    this.#request ??= this.#refresh().finally(() => {
      this.#request = undefined;
    });
    return this.#request;
  }

  stop(): void {
    this.#stopped = true;
  }

  async #refresh(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    for (let attempt = 1; !this.#stopped; attempt++) {
      const state = await this.#fetchState();
      if (this.#stopped) return;
      if (state.kind !== "unreachable" || attempt === MAX_ATTEMPTS) {
        this.#environment.onState(state);
        return;
      }
      await this.#environment.pause(pause);
      pause *= 2;
    }
  }

  async #fetchState(): Promise<SessionState> {
    this.#requestedAt = this.#environment.now();
    try {
      const response = await this.#environment.fetchSession();
      // A proxy's 502 or the sign-in page of a hotel's network does not end the session.
      if (response.status === 401) return { kind: "ended" };
      if (!response.ok) return { kind: "unreachable" };
      const { viewer } = (await response.json()) as SessionAnswer;
      return viewer ? { kind: "alive", viewerId: viewer.id } : { kind: "ended" };
    } catch {
      return { kind: "unreachable" };
    }
  }
}
