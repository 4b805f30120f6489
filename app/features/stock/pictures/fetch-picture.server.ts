import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { MAX_BYTES } from "#app/features/photos/rules.ts";
import { sniff } from "#app/features/photos/sniff.ts";
import { joined } from "#app/platform/body.server.ts";
import {
  type AllowedHosts,
  connectPublicly,
  HostRefused,
  PUBLIC_HOSTS,
  retryAfterOf,
} from "#app/platform/public-hosts.server.ts";
import { PictureRefused } from "./faults.ts";

export interface Limits {
  readonly bytes: number;
  /** The time from the first DNS lookup to the last byte, redirects included. */
  readonly totalMs: number;
  /** The time to connect, the TLS handshake included. */
  readonly connectMs: number;
  readonly redirects: number;
}

export const FETCH_LIMITS: Limits = Object.freeze({
  bytes: MAX_BYTES,
  totalMs: 20_000,
  connectMs: 5_000,
  redirects: 3,
});

const HEADERS = {
  accept: "image/jpeg,image/png,image/webp,image/avif,image/heic,image/*;q=0.8",
  "accept-encoding": "identity",
  "user-agent": "SecondServe/1.0 (pictures of a seller's stock)",
  connection: "close",
};

/**
 * Fetches a URL that a user wrote, if its bytes look like a picture (docs/decisions/0034). The target is checked
 * before anything is sent there, and again after each redirect. The connection uses the checked IP address, even if
 * the host name resolves to another address a moment later.
 * @throws PictureRefused; the reason of `signal` when that is aborted.
 */
export async function fetchPicture(
  address: string,
  signal: AbortSignal,
  allowed: AllowedHosts = PUBLIC_HOSTS,
  limits: Limits = FETCH_LIMITS,
): Promise<Uint8Array<ArrayBuffer>> {
  const late = AbortSignal.timeout(limits.totalMs);
  const ended = AbortSignal.any([signal, late]);
  try {
    let url = checkedUrl(address);
    for (let redirects = 0; ; redirects += 1) {
      const visited = await visit(url, ended, allowed, limits);
      if (visited instanceof Uint8Array) return visited;
      if (redirects >= limits.redirects) throw new PictureRefused("redirects");
      if (url.protocol === "https:" && visited.protocol === "http:") throw new PictureRefused("downgrade");
      url = visited;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PictureRefused) throw error;
    if (error instanceof HostRefused) throw new PictureRefused(error.fault, { cause: error.cause });
    throw new PictureRefused(late.aborted ? "timeout" : "unreachable", { cause: error });
  }
}

function checkedUrl(text: string, from?: URL): URL {
  // Parsing normalizes the host: 0x7f.1 and 2130706433 become 127.0.0.1.
  if (!URL.canParse(text, from)) throw new PictureRefused("not_a_url");
  const url = new URL(text, from);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new PictureRefused("scheme");
  if (url.username || url.password) throw new PictureRefused("credentials");
  return url;
}

/** Returns the picture, or the target of a redirect. */
async function visit(
  url: URL,
  ended: AbortSignal,
  allowed: AllowedHosts,
  limits: Limits,
): Promise<Uint8Array<ArrayBuffer> | URL> {
  const socket = await connectPublicly(url, { ended, connectMs: limits.connectMs }, allowed);
  try {
    const answer = await ask(url, socket);
    return redirectOf(answer, url) ?? (await bodyOf(answer, limits));
  } finally {
    socket.destroy();
  }
}

function ask(url: URL, socket: Socket): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      createConnection: () => socket,
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, ...HEADERS },
    });
    outgoing.once("response", resolve);
    outgoing.on("error", reject);
    // A 101 response ends the connection without any other event.
    outgoing.once("close", () => reject(new PictureRefused("unreachable")));
    outgoing.end();
  });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, url: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null;
  if (!headers.location) throw new PictureRefused("denied");
  return checkedUrl(headers.location, url);
}

async function bodyOf(answer: IncomingMessage, limits: Limits): Promise<Uint8Array<ArrayBuffer>> {
  const fault = statusFault(answer.statusCode ?? 0);
  if (fault) throw new PictureRefused(fault, { retryAfter: retryAfterOf(answer.headers["retry-after"]) });
  if ((answer.headers["content-encoding"] ?? "identity") !== "identity") throw new PictureRefused("encoded");
  if (Number(answer.headers["content-length"] ?? 0) > limits.bytes) throw new PictureRefused("too_large");
  const chunks: Uint8Array[] = [];
  let length = 0;
  let seen = false;
  for await (const chunk of answer) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limits.bytes) throw new PictureRefused("too_large");
    // So that a large HTML page is not read to its end.
    if (!seen && length >= 64) seen = isPictureSoFar(chunks);
  }
  const file = joined(chunks, length);
  if (!sniff(file)) throw new PictureRefused("not_a_picture");
  return file;
}

function isPictureSoFar(chunks: readonly Uint8Array[]): true {
  if (!sniff(new Uint8Array(Buffer.concat(chunks)))) throw new PictureRefused("not_a_picture");
  return true;
}

function statusFault(status: number) {
  if (status === 200) return null;
  if (status === 404 || status === 410) return "not_found";
  return status >= 500 || status === 429 || status === 408 ? "host_trouble" : "denied";
}
