import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createProbe } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener, RequestError } from "@hono/node-server";
import { clientAddress } from "./client-address.ts";
import { Refusal } from "./refusal.ts";

/** The product, as server/app.ts makes it. */
export type App = {
  fetch(request: Request, info: { ip: string; outgoing: ServerResponse }): Response | Promise<Response>;
  close(): Promise<void>;
  demoAccounts: readonly { username: string; email: string; password: string }[];
};

/** Answers a request before the product sees it, or says that it did not. */
export type Front = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export type HttpServer = {
  server: Server;
  /** From here on requests are answered. */
  listen(port: number, host: string): Promise<void>;
  /** Takes no more requests and waits, `patience` ms at most, for those that are being answered. */
  drain(patience: number): Promise<void>;
  /** Ends every connection that is left. */
  close(): void;
};

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  // A photo over a slow line takes a while; the product limits its size.
  requestTimeout: 300_000,
  // Longer than the minute of the usual load balancers, so that it is never us who hang up on a reused connection.
  keepAliveTimeout: 65_000,
};

function listenRefusal(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use: stop what uses it, or set PORT to another.`,
    EACCES: `Port ${port} needs more rights than this user has: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} is not an address of this machine.`,
  };
  const sentence = reasons[error.code ?? ""];
  return sentence ? new Refusal(sentence) : error;
}

/** Tries the address before the slow part of a start, so that a taken port is said at once. */
export async function checkPort(port: number, host: string): Promise<void> {
  const probe = createProbe();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error) => reject(listenRefusal(error, port, host)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/**
 * @param app asked for each request: while developing it is replaced when its sources change
 * @param front tried first: the built files, or Vite
 * @param defaultHost for requests that name none
 */
export function httpServer(app: () => Promise<App> | App, front: Front, defaultHost: string): HttpServer {
  let answering = 0;
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      answering++;
      try {
        const ip = clientAddress(
          incoming.socket.remoteAddress,
          incoming.headers["x-forwarded-for"]?.toString(),
        );
        const current = app();
        const known = current instanceof Promise ? await current : current;
        return await known.fetch(request, { ip, outgoing: outgoing as ServerResponse });
      } finally {
        answering--;
      }
    },
    {
      hostname: defaultHost,
      errorHandler(error) {
        // No address can be made of its path and its Host: nobody's browser sends that.
        if (error instanceof RequestError) return new Response("Bad request.", { status: 400 });
        console.error(error);
        return new Response("Something went wrong on our side.", { status: 500 });
      },
    },
  );
  const server = createServer(LIMITS, (request, response) => {
    front(request, response, () => void listener(request, response));
  });
  return {
    server,
    listen(port, host) {
      return new Promise((resolve, reject) => {
        server.once("error", (error) => reject(listenRefusal(error, port, host)));
        server.listen(port, host, () => resolve());
      });
    },
    async drain(patience) {
      server.close();
      server.closeIdleConnections();
      const end = performance.now() + patience;
      while (answering > 0 && performance.now() < end) await delay(10);
    },
    close() {
      server.closeAllConnections();
    },
  };
}
