import { type ClientRequest, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** Faults of one stream, counted. */
export interface Seen {
  received: number;
  missing: number;
  doubled: number;
  outOfOrder: number;
  resets: number;
}

const AGAIN_MS = 200;

/** A browser that follows the events of a person, and resumes with Last-Event-ID at any server when its stream breaks. */
export class Follower {
  readonly seen: Seen = { received: 0, missing: 0, doubled: 0, outOfOrder: 0, resets: 0 };
  /** How often the stream was opened. */
  opened = 0;
  #newest = 0;
  readonly #cookie: string;
  readonly #server: () => string;
  #lastEventId: number | undefined;
  #request: ClientRequest | undefined;
  #isOver = false;

  /** @param server the address of the server at which the stream is opened next */
  constructor(cookie: string, server: () => string) {
    this.#cookie = cookie;
    this.#server = server;
  }

  /** Resolves at the first event. Afterwards, the stream is opened again whenever it breaks. */
  open(): Promise<void> {
    return new Promise((resolve) => {
      const id = this.#lastEventId;
      const headers = { cookie: this.#cookie, ...(id !== undefined && { "last-event-id": String(id) }) };
      const opening = request(`${this.#server()}/events`, { agent: false, headers }, (stream) => {
        let text = "";
        stream.setEncoding("utf8").on("data", (part: string) => {
          const frames = (text + part).split("\n\n");
          text = frames.pop() ?? "";
          for (const frame of frames) this.#take(frame);
          resolve();
        });
        stream.on("error", () => {}); // The connection has ended, which is handled.
      });
      this.#request = opening;
      this.opened += 1;
      opening.on("error", () => {});
      opening.once("close", async () => {
        if (this.#isOver) return resolve();
        await delay(AGAIN_MS);
        if (!this.#isOver) await this.open();
        resolve();
      });
      opening.end();
    });
  }

  /** Breaks the connection, without a word to the server. */
  drop(): void {
    this.#request?.destroy();
  }

  close(): void {
    this.#isOver = true;
    this.#request?.destroy();
  }

  /** A person here is in one conversation, whose messages have the numbers 1, 2, 3 and so on. */
  #take(frame: string): void {
    const [, id] = /^id: (\d+)$/m.exec(frame) ?? [];
    const [, event] = /^event: (.+)$/m.exec(frame) ?? [];
    if (event === "reset") this.seen.resets += 1;
    if (id !== undefined) this.#lastEventId = Number(id);
    if (event !== "chat.message") return;
    const { seq } = JSON.parse(/^data: (.+)$/m.exec(frame)?.[1] ?? "{}");
    this.seen.received += 1;
    if (seq === this.#newest) this.seen.doubled += 1;
    else if (seq < this.#newest) this.seen.outOfOrder += 1;
    else this.seen.missing += seq - this.#newest - 1;
    this.#newest = Math.max(this.#newest, seq);
  }
}
