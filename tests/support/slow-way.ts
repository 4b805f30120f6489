import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A way to a server that sees its requests and can hold back its answers. */
export interface SlowWay {
  readonly port: number;
  /** The methods and addresses of the requests so far, with the keys of purges. Not those for health. */
  readonly seen: string[];
  /** Those of `seen` that were answered, and when, by performance.now(). */
  readonly answered: { readonly line: string; readonly at: number }[];
  /** The cookies of the requests that had some. */
  readonly cookies: string[];
  /** For so many milliseconds, an answer of the server is held back before its head is passed on. */
  delay: number;
  /** Whether requests get 503 instead of an answer of the server. */
  isShut: boolean;
  close(): void;
}

/**
 * @param target a port of 127.0.0.1
 * @param from the port of the way; without it, a free one
 */
export async function slowWay(target: number, from = 0): Promise<SlowWay> {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    if (headers.cookie !== undefined) way.cookies.push(headers.cookie);
    const line = `${method} ${headers["surrogate-key"] ?? url}`;
    if (url !== "/healthz") {
      way.seen.push(line);
      outgoing.once("finish", () => way.answered.push({ line, at: performance.now() }));
    }
    if (way.isShut) {
      incoming.resume();
      outgoing.writeHead(503).end();
      return;
    }
    const onward = request({ host: "127.0.0.1", port: target, method, path: url, headers }, (answer) => {
      setTimeout(() => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
        answer.pipe(outgoing);
      }, way.delay);
    });
    onward.once("error", () => outgoing.destroy());
    outgoing.once("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(from, "127.0.0.1", resolve));
  const way: SlowWay & { port: number } = {
    port: (server.address() as AddressInfo).port,
    seen: [],
    answered: [],
    cookies: [],
    delay: 0,
    isShut: false,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return way;
}
