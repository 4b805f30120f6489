import { Resolver } from "node:dns/promises";
import { type IncomingMessage, request } from "node:http";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { isPublicAddress, isSameAddress, isThisMachine } from "./public-address.server.ts";

/** Why nothing was sent to a host. */
export type HostFault =
  | "private_address"
  | "port"
  | "unknown_host"
  | "unreachable"
  | "certificate"
  | "timeout";

export class HostRefused extends Error {
  override readonly name = "HostRefused";
  readonly fault: HostFault;

  constructor(fault: HostFault, options: ErrorOptions = {}) {
    super(`host refused: ${fault}`, options);
    this.fault = fault;
  }
}

export interface AllowedHosts {
  /** Null if the IP address and port are allowed. */
  refusal(address: string, port: number): "private_address" | "port" | null;
  /** All IP addresses of a host name. */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Replaces the default certificate authorities. */
  readonly ca?: string;
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

/** How long to wait for a connection, and what ends it. */
interface Patience {
  readonly ended: AbortSignal;
  /** The time to connect, the TLS handshake included. */
  readonly connectMs: number;
}

/**
 * Connects to the host of a URL that somebody else wrote (docs/decisions/0034). The IP address is checked before anything
 * is sent there, and the connection goes to the checked address, even if the host name resolves to another one a moment
 * later. The caller closes it; when `ended` is aborted, it closes by itself.
 * @throws HostRefused; errors of the connection
 */
export async function connectPublicly(url: URL, patience: Patience, allowed: AllowedHosts): Promise<Socket> {
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const { ended } = patience;
  const addresses = isIP(name) ? [name] : await untilEnded(allowed.resolve(name, ended), ended);
  const [chosen] = addresses;
  if (!chosen) throw new HostRefused("unknown_host");
  // A host with even one private IP address is refused: otherwise a retry might connect to that address.
  for (const address of addresses) {
    const refusal = allowed.refusal(address, port);
    if (refusal) throw new HostRefused(refusal);
  }
  return openSocket({ url, name, address: chosen, port }, patience, allowed);
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
    if (addresses.length === 0 && silent) throw new HostRefused("unreachable", { cause: new Error(silent) });
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

async function openSocket(
  { url, name, address, port }: Target,
  { ended, connectMs }: Patience,
  allowed: AllowedHosts,
): Promise<Socket> {
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
  const patience = setTimeout(() => socket.destroy(new HostRefused("timeout")), connectMs);
  try {
    if (ended.aborted) stop();
    await new Promise<void>((resolve, reject) => {
      socket.once(secure ? "secureConnect" : "connect", resolve);
      socket.once("error", reject);
      socket.once("close", () => reject(new HostRefused("unreachable")));
    });
    if (!isSameAddress(socket.remoteAddress ?? "", address)) throw new HostRefused("private_address");
    return socket;
  } catch (error) {
    socket.destroy();
    throw isCertificateFault(error) ? new HostRefused("certificate", { cause: error }) : error;
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

/**
 * Posts a body over a connection of `connectPublicly`. Nothing follows a redirect, and the caller ends the connection.
 * @throws the error of the connection; HostRefused "unreachable" if it ends without an answer
 */
export function postOver(
  socket: Socket,
  url: URL,
  headers: Readonly<Record<string, string | number>>,
  body: string | Uint8Array,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      method: "POST",
      createConnection: () => socket,
      path: `${url.pathname}${url.search}`,
      headers,
    });
    outgoing.once("response", resolve);
    outgoing.on("error", reject);
    outgoing.once("close", () => reject(new HostRefused("unreachable")));
    outgoing.end(body);
  });
}

/** The seconds until the time in a Retry-After header, which has a number of seconds or a date. 0 without a valid one. */
export function retryAfterOf(header = ""): number {
  const seconds = Number(header);
  return Math.max(0, Number.isNaN(seconds) ? (Date.parse(header) - Date.now()) / 1_000 : seconds) || 0;
}
