import { Resolver } from "node:dns/promises";
import { type IncomingMessage, request } from "node:http";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { MAX_BYTES } from "#app/features/photos/rules.ts";
import { sniff } from "#app/features/photos/sniff.ts";
import { joined } from "#app/platform/body.server.ts";
import { PictureRefused } from "./faults.ts";
import { isPublicAddress, isSameAddress, isThisMachine } from "./public-address.server.ts";

export interface AllowedHosts {
  /** Null if the IP address and port are allowed. */
  refusal(address: string, port: number): "private_address" | "port" | null;
  /** All IP addresses of a host name. */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Replaces the default certificate authorities. */
  readonly ca?: string;
}

export interface Limits {
  readonly bytes: number;
  /** The time from the first DNS lookup to the last byte, redirects included. */
  readonly totalMs: number;
  /** The time to connect, the TLS handshake included. */
  readonly connectMs: number;
  readonly redirects: number;
}

/**
 * The hosts allowed in production; no environment variable changes them. Tests pass other rules, since their servers
 * are on loopback.
 */
export const PUBLIC_HOSTS: AllowedHosts = Object.freeze({
  refusal(address: string, port: number) {
    if (!isPublicAddress(address) || isThisMachine(address)) return "private_address";
    return port === 80 || port === 443 ? null : "port";
  },
  resolve: addressesOf,
});

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
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const addresses = isIP(name) ? [name] : await untilEnded(allowed.resolve(name, ended), ended);
  const [chosen] = addresses;
  if (!chosen) throw new PictureRefused("unknown_host");
  // A host with even one private IP address is refused: otherwise a retry might connect to that address.
  for (const address of addresses) {
    const refusal = allowed.refusal(address, port);
    if (refusal) throw new PictureRefused(refusal);
  }
  const socket = await openSocket({ url, name, address: chosen, port }, ended, allowed, limits);
  try {
    const answer = await ask(url, socket);
    return redirectOf(answer, url) ?? (await bodyOf(answer, limits));
  } finally {
    socket.destroy();
  }
}

async function addressesOf(name: string, signal: AbortSignal): Promise<readonly string[]> {
  // `lookup` would occupy one of the few threads of libuv until the name server responds.
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const stop = () => resolver.cancel();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const failures = answers.flatMap((answer) =>
      answer.status === "rejected" ? [codeOf(answer.reason)] : [],
    );
    const silent = failures.find((code) => !["ENOTFOUND", "ENODATA", "EBADNAME"].includes(code));
    if (addresses.length === 0 && silent)
      throw new PictureRefused("unreachable", { cause: new Error(silent) });
    return addresses;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function untilEnded<T>(work: Promise<T>, ended: AbortSignal): Promise<T> {
  ended.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => reject(ended.reason);
    ended.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => ended.removeEventListener("abort", stop));
  });
}

interface Target {
  readonly url: URL;
  readonly name: string;
  readonly address: string;
  readonly port: number;
}

/** A connection to the checked IP address. The caller closes it; when `ended` is aborted, it closes by itself. */
async function openSocket(
  target: Target,
  ended: AbortSignal,
  allowed: AllowedHosts,
  limits: Limits,
): Promise<Socket> {
  const { url, name, address, port } = target;
  const secure = url.protocol === "https:";
  const socket = secure
    ? connectSecurely({
        host: address,
        port,
        ...(isIP(name) === 0 && { servername: name }),
        ...(allowed.ca && { ca: allowed.ca }),
        ALPNProtocols: ["http/1.1"],
        // Explicit, since the environment can turn it off.
        rejectUnauthorized: true,
      })
    : connect({ host: address, port });
  const stop = () => socket.destroy(ended.reason);
  ended.addEventListener("abort", stop, { once: true });
  socket.once("close", () => ended.removeEventListener("abort", stop));
  // Without a listener, an error would end the process. The promise below, and later the request, report it.
  socket.on("error", () => {});
  const patience = setTimeout(() => socket.destroy(new PictureRefused("timeout")), limits.connectMs);
  try {
    if (ended.aborted) stop();
    await new Promise<void>((resolve, reject) => {
      socket.once(secure ? "secureConnect" : "connect", resolve);
      socket.once("error", reject);
      socket.once("close", () => reject(new PictureRefused("unreachable")));
    });
    if (!isSameAddress(socket.remoteAddress ?? "", address)) throw new PictureRefused("private_address");
    return socket;
  } catch (error) {
    socket.destroy();
    throw isCertificateFault(error) ? new PictureRefused("certificate", { cause: error }) : error;
  } finally {
    clearTimeout(patience);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function isCertificateFault(error: unknown): boolean {
  return /CERT|SIGNATURE|ISSUER|CRL|HOSTNAME_MISMATCH/.test(codeOf(error));
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

/** The seconds until the time in a Retry-After header, which has a number of seconds or a date. 0 without a valid one. */
function retryAfterOf(header = ""): number {
  const seconds = Number(header);
  return Math.max(0, Number.isNaN(seconds) ? (Date.parse(header) - Date.now()) / 1_000 : seconds) || 0;
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
