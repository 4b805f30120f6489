import { randomInt } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createProbe } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Config } from "#app/platform/env.server.ts";
import { clientAddressBehind } from "./client-address.ts";
import { Connections } from "./connections.ts";
import { limitConnections } from "./descriptors.ts";
import { endAfterBody } from "./end-after-body.ts";
import { answersFor } from "./own-host.ts";
import { StartupError } from "./startup-error.ts";
import { type Trace, traceBehind } from "./trace-headers.ts";

/** See server/app.ts. */
export type App = {
  fetch(
    request: Request,
    info: Trace & { ip: string; outgoing: ServerResponse },
  ): Response | Promise<Response>;
  close(): Promise<void>;
  logConsole(): void;
  demoAccounts: readonly {
    username: string;
    email: string;
    password: string | null;
    secondFactor: string | null;
  }[];
};

/** Gets each request before the app, and answers it or calls `next`. */
export type Front = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export type HttpServer = {
  server: Server;
  listen(port: number, host: string): Promise<void>;
  /**
   * Ends all connections without breaking a request. For `grace` ms, responses have "Connection: close", so that
   * clients reconnect elsewhere. Then the listener is closed, within `listener` ms, under load within LAST_CLOSING_MS.
   * Pending requests have `requests` ms more; then they get 503, for which they have `last` ms.
   */
  drain(patience: Timeouts): Promise<void>;
  close(): void;
};

export type Timeouts = { grace: number; listener: number; requests: number; last: number };

export type HostConfig = Pick<Config, "baseUrl" | "trustedProxies" | "searchEngines">;

/** How long a connection made just before the listener closed may take to send its request. */
const FRESH_MS = 100;
/** In a turn of the event loop that is this short, no new connection waits. */
const SHORT_TURN_MS = 2;
/** How soon a client that has its response opens its next connection. */
const RECONNECT_MS = 50;
/** From then on the listener is closed after a turn without a new connection, however long, */
const MAX_CLOSING_MS = 1_500;
/** and from then on in any case. */
const LAST_CLOSING_MS = 2_000;
/** How long the rest of a body is read after a 503. */
const LINGER_MS = 250;

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  // Node looks for such connections at the interval, so slow headers end 15 s after they began.
  headersTimeout: 12_000,
  connectionsCheckingInterval: 3_000,
  // For a photo over a slow line.
  requestTimeout: 300_000,
  // Longer than the minute of most load balancers, so that the server never closes a connection that they reuse.
  keepAliveTimeout: 65_000,
};

/**
 * Milliseconds before a 413. A flooding client sends its next body after the response, so the delay bounds the memory
 * for bodies. The range spreads many senders out.
 */
const REFUSAL_MS = [800, 1_600] as const;

function listenRefusal(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use: stop what uses it, or set PORT to another.`,
    EACCES: `Port ${port} needs more rights than this user has: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} is not an address of this machine.`,
  };
  const sentence = reasons[error.code ?? ""];
  return sentence ? new StartupError(sentence) : error;
}

/** Reports a port in use before the slow part of the start. */
export async function checkPort(port: number, host: string): Promise<void> {
  const probe = createProbe();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error) => reject(listenRefusal(error, port, host)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/**
 * @param app called for each request, because development replaces the app after a change
 * @param front the built files, or Vite
 */
export function httpServer(app: () => Promise<App> | App, front: Front, config: HostConfig): HttpServer {
  const { baseUrl } = config;
  const isOurs = answersFor(baseUrl);
  const clientAddress = clientAddressBehind(config.trustedProxies);
  const traceOf = traceBehind(config.trustedProxies);
  const onEveryAnswer = securityHeaders(config);
  /** They answer pending requests with 503. */
  const unanswered = new Set<() => void>();
  let stage: "open" | "draining" | "stopped" = "open";
  /** They answer the requests that arrived while the listener is being closed. */
  let postponed: (() => void)[] | undefined;

  async function answer(request: Request, incoming: IncomingMessage, outgoing: ServerResponse) {
    const { remoteAddress } = incoming.socket;
    const ip = clientAddress(remoteAddress, incoming.headers["x-forwarded-for"]?.toString());
    const trace = traceOf(remoteAddress, incoming.headers);
    let response: Response;
    try {
      response = await (await app()).fetch(request, { ...trace, ip, outgoing });
      if (response.status === 413) await delay(randomInt(...REFUSAL_MS));
    } finally {
      // Nothing reads the rest of the body.
      endAfterBody(incoming, outgoing);
    }
    // Event streams write to the response themselves.
    if (outgoing.headersSent) connections.markAsStream(outgoing);
    return response;
  }

  const listener = getRequestListener(
    (request, { incoming, outgoing }) => {
      if (stage === "stopped") return stopping(incoming as IncomingMessage);
      return new Promise<Response>((resolve, reject) => {
        const giveUp = () => resolve(stopping(incoming as IncomingMessage));
        unanswered.add(giveUp);
        answer(request, incoming as IncomingMessage, outgoing as ServerResponse)
          .then(resolve, reject)
          .finally(() => unanswered.delete(giveUp));
      });
    },
    {
      // For health checks without a Host header.
      hostname: new URL(baseUrl).host,
      errorHandler(error) {
        // Path and Host form no valid URL; no browser sends this.
        if (error instanceof RequestError) return new Response("Bad request.", { status: 400 });
        console.error(error);
        return new Response("Something went wrong on our side.", { status: 500 });
      },
    },
  );
  const server = createServer(LIMITS, (request, response) => {
    connections.begin(response);
    if (postponed) postponed.push(() => take(request, response));
    else take(request, response);
  });

  limitConnections(server);

  function take(request: IncomingMessage, response: ServerResponse): void {
    response.setHeaders(onEveryAnswer);
    if (!isOurs(request)) refuse(response, 421, "This server does not answer for that host.");
    else if (request.method === "TRACE")
      refuse(response, 405, "That cannot be done here.", { allow: "GET, HEAD, POST" });
    else if (stage !== "open" && request.url === "/readyz") refuse(response, 503, "stopping");
    else front(request, response, () => void listener(request, response));
  }

  /**
   * Closes the listener when no connection waits in its backlog, because closing would reset it. Each turn of the event
   * loop accepts one connection, so after a short turn without a new one, none waits. Requests that arrive meanwhile
   * are postponed: answering them makes turns longer, and their clients would open the next connections.
   */
  async function stopListening(patience: number): Promise<void> {
    const began = performance.now();
    const waiting: (() => void)[] = [];
    postponed = waiting;
    let quietSince = began;
    for (;;) {
      const [turn, made] = [performance.now(), connections.openedCount];
      await nextTurn();
      const now = performance.now();
      if (now - began > LAST_CLOSING_MS) break;
      const isNew = connections.openedCount !== made;
      if (isNew || connections.pendingResponses !== waiting.length) quietSince = now;
      const isEnough = now - quietSince > RECONNECT_MS || now - began > patience;
      const isShort = now - turn < SHORT_TURN_MS || now - began > MAX_CLOSING_MS;
      if (!isNew && isShort && isEnough) break;
    }
    server.close();
    postponed = undefined;
    for (const answerNow of waiting) answerNow();
  }

  const connections = new Connections(server);
  return {
    server,
    listen(port, host) {
      return new Promise((resolve, reject) => {
        server.once("error", (error) => reject(listenRefusal(error, port, host)));
        server.listen(port, host, () => resolve());
      });
    },
    async drain({ grace, listener: closing, requests, last }) {
      stage = "draining";
      connections.endWithAnswers();
      await until(() => connections.idleConnections === 0, grace);
      await stopListening(closing);
      const fresh = performance.now() + FRESH_MS;
      await until(() => {
        server.closeIdleConnections();
        return (
          connections.pendingResponses === 0 &&
          (connections.idleConnections === 0 || performance.now() > fresh)
        );
      }, requests);
      stage = "stopped";
      for (const giveUp of unanswered) giveUp();
      await until(() => connections.pendingResponses === 0, last);
    },
    close() {
      server.closeAllConnections();
    },
  };
}

async function until(isSo: () => boolean, patience: number): Promise<void> {
  const end = performance.now() + patience;
  while (!isSo() && performance.now() < end) await delay(10);
}

function refuse(
  response: ServerResponse,
  status: number,
  sentence: string,
  headers: OutgoingHttpHeaders = {},
): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    ...headers,
  });
  response.end(sentence);
}

const STOPPING = new TextEncoder().encode("The shop is restarting. Please try again in a moment.");

/**
 * The 503 response. Closing with unread data would lose it for a client that is still sending, so the rest of the body
 * is read for a while.
 */
function stopping(incoming: IncomingMessage): Response {
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(STOPPING);
      if (!incoming.complete) await until(() => incoming.resume().complete, LINGER_MS);
      controller.close();
    },
  });
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(STOPPING.byteLength),
    "cache-control": "no-store",
    "retry-after": "5",
  };
  return new Response(body, { status: 503, headers });
}

/** The default headers of every response. */
function securityHeaders({
  baseUrl,
  searchEngines,
}: Pick<Config, "baseUrl" | "searchEngines">): Map<string, string> {
  const headers = new Map([
    ["x-content-type-options", "nosniff"],
    // With "no-referrer", browsers send forms without an origin, and the forms are refused.
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["permissions-policy", "camera=(self), microphone=(), geolocation=()"],
  ]);
  if (!searchEngines) headers.set("x-robots-tag", "noindex");
  if (baseUrl.startsWith("https:")) headers.set("strict-transport-security", "max-age=31536000");
  return headers;
}
