/**
 * Limits how many pages are rendered at once. The others wait for their turn in the order in which they came, but not
 * for longer than their visitors do.
 */
export class LoadGate {
  readonly #most: number;
  readonly #patienceMs: number;
  readonly #waiting = new Set<(isTurn: boolean) => void>();
  #running = 0;

  constructor({ most, patienceMs }: { most: number; patienceMs: number }) {
    this.#most = most;
    this.#patienceMs = patienceMs;
  }

  /**
   * Runs `work` when it is its turn. Returns undefined instead when the turn does not come in time.
   * @param hasLeft whether nobody waits for the result any more
   */
  async run<Result>(work: () => Promise<Result>, hasLeft: () => boolean): Promise<Result | undefined> {
    if (this.#running < this.#most) this.#running += 1;
    else if (!(await this.#turn())) return undefined;
    try {
      return hasLeft() ? undefined : await work();
    } finally {
      // In the next turn of the event loop: between pages, it reads answers of the database.
      setImmediate(() => {
        const [next] = this.#waiting;
        if (next) next(true);
        else this.#running -= 1;
      });
    }
  }

  #turn(): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isTurn: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        resolve(isTurn);
      };
      const timer = setTimeout(() => end(false), this.#patienceMs);
      this.#waiting.add(end);
    });
  }
}
