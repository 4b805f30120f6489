import { Agent, request } from "node:http";
import type { Member } from "./people.ts";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/**
 * The whole answer to a request; "closed" when nothing listened, so the shop never saw it; "unknown" when the connection
 * broke or the patience ended, so nobody knows what the shop did.
 * @param onBreak is told how the connection broke
 */
export function ask(
  origin: string,
  asked: Asked,
  agent: Agent,
  patience = 30_000,
  onBreak: (how: string) => void = () => {},
): Promise<Answer | "closed" | "unknown"> {
  const { method, path, headers, body } = asked;
  const sentAt = performance.now();
  return new Promise((resolve) => {
    function broken(why: string): void {
      const age = sending.reusedSocket ? "used" : "new";
      onBreak(`${why} after ${Math.round(performance.now() - sentAt)} ms on a ${age} connection`);
      resolve("unknown");
    }
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const sending = request(
      origin + path,
      { agent, method, headers: { ...headers, ...length } },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => (text += part));
        answer.once("error", ({ message }) => broken(`${message} in the answer`));
        // A broken connection also ends an answer, which then is not complete.
        answer.once("close", () => {
          if (answer.complete) resolve({ status: answer.statusCode ?? 0, body: text });
          else broken("half an answer");
        });
      },
    );
    sending.once("error", ({ code, message }: NodeJS.ErrnoException) => {
      if (code === "ECONNREFUSED") resolve("closed");
      else broken(code ?? message);
    });
    sending.setTimeout(patience, () => sending.destroy(new Error("The patience ended.")));
    sending.end(body);
  });
}

export function newAgent(): Agent {
  return new Agent({ keepAlive: true });
}

/** A call of the API, with an Idempotency-Key if it writes. */
export function apiCall(
  { key }: Member,
  method: string,
  path: string,
  body?: object,
  repeatKey?: string,
): Asked {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body && { "content-type": "application/json" }),
    ...(repeatKey !== undefined && { "idempotency-key": repeatKey }),
  };
  return { method, path: `/api/v1${path}`, headers, ...(body && { body: JSON.stringify(body) }) };
}

/** A form as a script of the shop's pages sends it. */
export function formCall(
  { cookie }: Member,
  origin: string,
  path: string,
  fields: Record<string, string>,
): Asked {
  return {
    method: "POST",
    path,
    headers: {
      cookie,
      origin,
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(fields).toString(),
  };
}
