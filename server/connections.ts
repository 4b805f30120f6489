import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The open connections of a server, and their pending responses, for the shutdown. */
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

  begin(answer: ServerResponse): void {
    this.#answers.add(answer);
    answer.once("close", () => {
      this.#answers.delete(answer);
      this.#streams.delete(answer);
    });
    if (this.#ending) answer.shouldKeepAlive = false;
  }

  /** The shutdown does not wait for event streams, which do not end by themselves. */
  markAsStream(answer: ServerResponse): void {
    if (this.#answers.delete(answer)) this.#streams.add(answer);
  }

  /** Sends "Connection: close" with every response whose headers are not sent yet. */
  endWithAnswers(): void {
    this.#ending = true;
    for (const answer of this.#answers) answer.shouldKeepAlive = false;
  }

  /** Since the server started. */
  get openedCount(): number {
    return this.#made;
  }

  /** Without event streams. */
  get pendingResponses(): number {
    return this.#answers.size;
  }

  /** Connections without a pending response or an event stream. */
  get idleConnections(): number {
    return this.#sockets.size - this.#answers.size - this.#streams.size;
  }
}
