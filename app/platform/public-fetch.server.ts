import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { joined } from "./body.server.ts";
import {
  type AllowedHosts,
  connectPublicly,
  type HostFault,
  HostRefused,
  retryAfterOf,
} from "./public-hosts.server.ts";

/** Why a file was not fetched. "wrong_type": `isRight` has said so. */
export type FetchFault =
  | HostFault
  | "not_a_url"
  | "scheme"
  | "credentials"
  | "redirects"
  | "downgrade"
  | "not_found"
  | "unauthorized"
  | "denied"
  | "host_trouble"
  | "encoded"
  | "too_large"
  | "wrong_type";

/** `retryAfter` is how many seconds the host asked to wait, 0 by default. */
export class FetchRefused extends Error {
  override readonly name = "FetchRefused";
  readonly fault: FetchFault;
  readonly retryAfter: number;

  constructor(
    fault: FetchFault,
    { retryAfter = 0, ...options }: ErrorOptions & { retryAfter?: number } = {},
  ) {
    super(`fetch refused: ${fault}`, options);
    this.fault = fault;
    this.retryAfter = retryAfter;
  }
}

export interface FetchLimits {
  readonly bytes: number;
  /** The time from the first DNS lookup to the last byte, redirects included. */
  readonly totalMs: number;
  /** The time to connect, the TLS handshake included. */
  readonly connectMs: number;
  readonly redirects: number;
}

export interface Fetching {
  readonly limits: FetchLimits;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent only to the origin of the first URL. */
  readonly authorization?: string | undefined;
  /** Whether a file that begins with these bytes, 64 or all of a shorter one, is one of those that are wanted. */
  isRight(start: Uint8Array): boolean;
}

export interface Fetched {
  /** Null: the host has said that the file is the same (304). */
  readonly file: Uint8Array<ArrayBuffer> | null;
  readonly headers: IncomingHttpHeaders;
}

/** How many bytes `isRight` sees. */
const START_BYTES = 64;

/**
 * Fetches a URL that a user wrote (docs/decisions/0034). The target is checked before anything is sent there, and again
 * after each redirect. The connection uses the checked IP address, even if the host name resolves to another address a
 * moment later.
 * @throws FetchRefused; the reason of `signal` when that is aborted.
 */
export async function fetchPublicly(
  address: string,
  wanted: Fetching,
  signal: AbortSignal,
  allowed: AllowedHosts,
): Promise<Fetched> {
  const { limits } = wanted;
  const late = AbortSignal.timeout(limits.totalMs);
  const ended = AbortSignal.any([signal, late]);
  try {
    let url = checkedUrl(address);
    const { origin } = url;
    for (let redirects = 0; ; redirects += 1) {
      const headers = { ...wanted.headers, ...(url.origin === origin && authorizing(wanted)) };
      const visited = await visit(url, { ...wanted, headers }, ended, allowed);
      if (!(visited instanceof URL)) return visited;
      if (redirects >= limits.redirects) throw new FetchRefused("redirects");
      if (url.protocol === "https:" && visited.protocol === "http:") throw new FetchRefused("downgrade");
      url = visited;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FetchRefused) throw error;
    if (error instanceof HostRefused) throw new FetchRefused(error.fault, { cause: error.cause });
    throw new FetchRefused(late.aborted ? "timeout" : "unreachable", { cause: error });
  }
}

function authorizing({ authorization }: Fetching) {
  return authorization !== undefined && { authorization };
}

/** @throws FetchRefused */
function checkedUrl(text: string, from?: URL): URL {
  // Parsing normalizes the host: 0x7f.1 and 2130706433 become 127.0.0.1.
  if (!URL.canParse(text, from)) throw new FetchRefused("not_a_url");
  const url = new URL(text, from);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new FetchRefused("scheme");
  if (url.username || url.password) throw new FetchRefused("credentials");
  return url;
}

/** Returns the answer, or the target of a redirect. */
async function visit(
  url: URL,
  wanted: Fetching,
  ended: AbortSignal,
  allowed: AllowedHosts,
): Promise<Fetched | URL> {
  const socket = await connectPublicly(url, { ended, connectMs: wanted.limits.connectMs }, allowed);
  try {
    const answer = await ask(url, socket, wanted);
    const redirect = redirectOf(answer, url);
    return redirect ?? { file: await bodyOf(answer, wanted), headers: answer.headers };
  } finally {
    socket.destroy();
  }
}

function ask(url: URL, socket: Socket, { headers }: Fetching): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      createConnection: () => socket,
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, ...headers, "accept-encoding": "identity", connection: "close" },
    });
    outgoing.once("response", resolve);
    outgoing.on("error", reject);
    // A 101 response ends the connection without any other event.
    outgoing.once("close", () => reject(new FetchRefused("unreachable")));
    outgoing.end();
  });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, url: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null;
  if (!headers.location) throw new FetchRefused("denied");
  return checkedUrl(headers.location, url);
}

async function bodyOf(answer: IncomingMessage, wanted: Fetching): Promise<Uint8Array<ArrayBuffer> | null> {
  const { limits } = wanted;
  if (answer.statusCode === 304 && isConditional(wanted)) return null;
  const fault = statusFault(answer.statusCode ?? 0);
  if (fault) throw new FetchRefused(fault, { retryAfter: retryAfterOf(answer.headers["retry-after"]) });
  if ((answer.headers["content-encoding"] ?? "identity") !== "identity") throw new FetchRefused("encoded");
  if (Number(answer.headers["content-length"] ?? 0) > limits.bytes) throw new FetchRefused("too_large");
  const chunks: Uint8Array[] = [];
  let length = 0;
  let seen = false;
  for await (const chunk of answer) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limits.bytes) throw new FetchRefused("too_large");
    // So that a large HTML page is not read to its end.
    if (!seen && length >= START_BYTES) seen = isRightSoFar(chunks, wanted);
  }
  if (!seen) isRightSoFar(chunks, wanted);
  return joined(chunks, length);
}

function isRightSoFar(chunks: readonly Uint8Array[], { isRight }: Fetching): true {
  if (!isRight(new Uint8Array(Buffer.concat(chunks)))) throw new FetchRefused("wrong_type");
  return true;
}

/** Whether the request has asked for a file only if it has changed. */
function isConditional({ headers }: Fetching): boolean {
  return "if-none-match" in headers || "if-modified-since" in headers;
}

function statusFault(status: number): FetchFault | null {
  if (status === 200) return null;
  if (status === 404 || status === 410) return "not_found";
  if (status === 401) return "unauthorized";
  return status >= 500 || status === 429 || status === 408 ? "host_trouble" : "denied";
}
