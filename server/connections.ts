import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The open connections of a server, and the answers under way on them. */
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

  /** Counts an answer until it is sent. */
  begin(answer: ServerResponse): void {
    this.#answers.add(answer);
    answer.once("close", () => {
      this.#answers.delete(answer);
      this.#streams.delete(answer);
    });
    if (this.#ending) answer.shouldKeepAlive = false;
  }

  /** An answer that does not end by itself is not waited for. */
  isStream(answer: ServerResponse): void {
    if (this.#answers.delete(answer)) this.#streams.add(answer);
  }

  /** Has every answer from here on say "Connection: close", those included whose head was not sent yet. */
  endWithAnswers(): void {
    this.#ending = true;
    for (const answer of this.#answers) answer.shouldKeepAlive = false;
  }

  /** How many connections were ever made. */
  get made(): number {
    return this.#made;
  }

  /** How many answers are under way, without the streams. */
  get answers(): number {
    return this.#answers.size;
  }

  /** How many connections wait for a request. */
  get waiting(): number {
    return this.#sockets.size - this.#answers.size - this.#streams.size;
  }
}
