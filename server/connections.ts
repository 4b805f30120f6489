import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The open connections of a server, and their pending responses. */
export class Connections {
  readonly #sockets = new Set<Socket>();
  readonly #answers = new Set<ServerResponse>();
  readonly #streams = new Set<ServerResponse>();
  #ending = false;
  #made = 0;

  constructor(server: Server) {
    server.on("connection", (socket) => {
      this.#made += 1;
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  /** Counts a response as pending until it is closed. */
  begin(answer: ServerResponse): void {
    this.#answers.add(answer);
    answer.once("close", () => {
      this.#answers.delete(answer);
      this.#streams.delete(answer);
    });
    if (this.#ending) answer.shouldKeepAlive = false;
  }

  /** Marks a response as an event stream. It does not end by itself, so the shutdown does not wait for it. */
  markAsStream(answer: ServerResponse): void {
    if (this.#answers.delete(answer)) this.#streams.add(answer);
  }

  /** Sends "Connection: close" with every later response, and with pending ones whose headers were not sent yet. */
  endWithAnswers(): void {
    this.#ending = true;
    for (const answer of this.#answers) answer.shouldKeepAlive = false;
  }

  /** How many connections have been opened since the server started. */
  get openedCount(): number {
    return this.#made;
  }

  /** How many responses are pending, without event streams. */
  get pendingResponses(): number {
    return this.#answers.size;
  }

  /** How many open connections have neither a pending response nor an event stream. */
  get idleConnections(): number {
    return this.#sockets.size - this.#answers.size - this.#streams.size;
  }
}
