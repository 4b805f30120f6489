import type { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type Answer, ask, newAgent } from "./client.ts";
import { effectsOf, type Write } from "./kinds.ts";

/**
 * What a client knows of a write. "unknown" is neither failed nor done: its connection broke, the shop failed, or nobody
 * can tell any more. "refused" is what the shop refused although the client knew of no earlier attempt.
 */
type Known = "unsent" | "unknown" | "acknowledged" | "refused";

export interface Logged {
  readonly write: Write;
  known: Known;
  /** When the first attempt was sent and when the answer was whole, by `performance.now()`. */
  sentAt: number;
  answeredAt: number;
  attempts: number;
  said: string;
}

const AGAIN_MS = 50;

/** The same key is running at another place, or was when the shop was killed, or nobody knows what became of it. */
const isUndecided = ({ status, body }: Answer) =>
  status >= 500 || (status === 409 && /idempotency[_-](running|lost)/.test(body));

/** Sends writes one after the other, and each until it knows the outcome, as a careful client does. */
export class Writer {
  readonly log: Logged[] = [];
  readonly #origin: () => string;
  readonly #agent: Agent = newAgent();
  readonly #onAcknowledged: (logged: Logged) => void;
  readonly #patience: number;
  #isOver = false;

  /** @param patience how long an attempt waits for its answer, in milliseconds */
  constructor(origin: () => string, onAcknowledged: (logged: Logged) => void = () => {}, patience = 30_000) {
    this.#origin = origin;
    this.#patience = patience;
    this.#onAcknowledged = onAcknowledged;
  }

  /** Takes writes from the queue, which other writers may share, until it is empty or `stop` is called. */
  async run(queue: Write[]): Promise<void> {
    while (!this.#isOver) {
      const write = queue.shift();
      if (!write) return;
      const logged: Logged = { write, known: "unsent", sentAt: 0, answeredAt: 0, attempts: 0, said: "" };
      this.log.push(logged);
      while (!this.#isOver && !(await this.#isDecided(logged))) await delay(AGAIN_MS);
    }
  }

  /** A write that is on its way is still answered. */
  stop(): void {
    this.#isOver = true;
  }

  async #isDecided(logged: Logged): Promise<boolean> {
    const sentAt = performance.now();
    const answer = await ask(this.#origin(), logged.write.asked, this.#agent, this.#patience);
    if (answer === "closed") return false;
    logged.attempts += 1;
    logged.sentAt = sentAt;
    if (answer === "unknown" || isUndecided(answer)) {
      // A key whose request was cut off stays undecided for five minutes, and then is refused for good.
      const isGivenUp = answer !== "unknown" && answer.status === 409 && logged.known === "unknown";
      logged.known = "unknown";
      return isGivenUp;
    }
    if (answer.status < 400) {
      logged.known = "acknowledged";
      logged.answeredAt = performance.now();
      this.#onAcknowledged(logged);
    } else {
      if (logged.known === "unsent") logged.known = "refused";
      logged.said = `${answer.status} ${answer.body.slice(0, 200)}`;
    }
    return true;
  }
}

export interface Checked {
  readonly acknowledged: number;
  readonly unknown: number;
  readonly faults: string[];
}

/** Compares what the clients know with what the shop's database has. */
export async function check(log: readonly Logged[]): Promise<Checked> {
  const effects = await effectsOf(log.map(({ write }) => write));
  const faults: string[] = [];
  const count = (known: Known) => log.filter((logged) => logged.known === known).length;
  for (const { write, known, attempts, said } of log) {
    const times = effects.get(write) ?? 0;
    const of = `${write.kind} ${write.id}, sent ${attempts} times`;
    if (times > 1) faults.push(`doubled (${times}): ${of}.`);
    if (known === "acknowledged" && times === 0) faults.push(`lost: ${of}.`);
    if (known === "refused") faults.push(`refused: ${of}: ${said}.`);
    if (known === "unsent" && times > 0) faults.push(`done although never sent: ${of}.`);
  }
  return { acknowledged: count("acknowledged"), unknown: count("unknown"), faults };
}
