import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AllowedHosts, PUBLIC_HOSTS } from "#app/platform/public-hosts.server.ts";
import { httpsHost } from "./picture-hosts.ts";

const NAME = "push.example.com";
export const APPLE = "web.push.apple.com";

/** The keys of a browser (RFC 8291). */
export interface BrowserKeys {
  /** The private key, in base64url. */
  readonly privateKey: string;
  readonly p256dh: string;
  readonly auth: string;
}

export function browserKeys(): BrowserKeys {
  const pair = createECDH("prime256v1");
  return {
    p256dh: pair.generateKeys("base64url"),
    privateKey: pair.getPrivateKey("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
}

/** Decrypts the body of a message for this browser (RFC 8291, RFC 8188 with one record). */
export function decrypted(body: Buffer, { privateKey, p256dh, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const keyLength = body.readUInt8(20);
  const serverKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (record.byteLength > recordSize) throw new Error("A message has one record.");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey, "base64url");
  const keys = Buffer.concat([
    Buffer.from("WebPush: info\0"),
    Buffer.from(p256dh, "base64url"),
    new Uint8Array(serverKey),
  ]);
  const secret = hkdfSync("sha256", pair.computeSecret(serverKey), Buffer.from(auth, "base64url"), keys, 32);
  const derived = (info: string, length: number) =>
    new Uint8Array(hkdfSync("sha256", new Uint8Array(secret), salt, `${info}\0`, length));
  const key = derived("Content-Encoding: aes128gcm", 16);
  const decipher = createDecipheriv("aes-128-gcm", key, derived("Content-Encoding: nonce", 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error("The last record ends with 2, and zeros.");
  return padded.subarray(0, end).toString();
}

export interface ReceivedPush {
  /** What the service worker would get. */
  readonly payload: Record<string, unknown>;
  readonly headers: IncomingMessage["headers"];
  readonly bytes: number;
}

/** A browser that is subscribed at the push service. */
export interface SubscribedBrowser extends BrowserKeys {
  readonly endpoint: string;
  readonly received: ReceivedPush[];
  /** What its next messages are answered with, by default 201. "never": the connection stays open. */
  readonly answers: ({ status: number; headers?: Record<string, string> } | "never")[];
}

export interface PushService {
  /** @param host another name of the service */
  subscribe(host?: string): SubscribedBrowser;
  readonly allowed: AllowedHosts;
  /** The most messages that waited for an answer at the same time ("never"). */
  mostWaiting(): number;
}

/**
 * A push service on loopback (RFC 8030). It refuses what is not encrypted for the browser, has no time to live, or is not
 * signed by the key that the browser would have subscribed with (RFC 8292). Call `closeHostsAfterwards` in its file.
 */
export async function pushService(publicKey: () => string): Promise<PushService> {
  const browsers = new Map<string, SubscribedBrowser>();
  let [waiting, mostWaiting] = [0, 0];
  function neverAnswer(request: IncomingMessage) {
    waiting += 1;
    mostWaiting = Math.max(mostWaiting, waiting);
    request.socket.once("close", () => {
      waiting -= 1;
    });
  }
  async function take(request: IncomingMessage, answer: ServerResponse) {
    const browser = browsers.get(request.url ?? "");
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const next = browser?.answers.shift();
    const fault = browser ? faultOf(request, publicKey()) : "no such subscription";
    if (fault) return answer.writeHead(browser ? 400 : 404).end(fault);
    if (next === "never") return neverAnswer(request);
    if (next) return answer.writeHead(next.status, next.headers).end();
    browser?.received.push({
      payload: JSON.parse(decrypted(body, browser)),
      headers: request.headers,
      bytes: body.byteLength,
    });
    answer.writeHead(201, { location: `https://${NAME}/message` }).end();
  }
  const host = await httpsHost(NAME, take, [APPLE]);
  return {
    subscribe(name = NAME) {
      const path = `/push/${randomBytes(9).toString("base64url")}`;
      const browser = {
        ...browserKeys(),
        endpoint: `https://${name}:${host.port}${path}`,
        received: [],
        answers: [],
      };
      browsers.set(path, browser);
      return browser;
    },
    mostWaiting: () => mostWaiting,
    allowed: {
      refusal: (address, port) =>
        address === "127.0.0.1" && port === host.port ? null : PUBLIC_HOSTS.refusal(address, port),
      resolve: async (name) => ([NAME, APPLE].includes(name) ? ["127.0.0.1"] : ["10.0.0.1"]),
      ...(host.ca && { ca: host.ca }),
    },
  };
}

/** Why a push service refuses this request, if it does. */
function faultOf({ method, headers }: IncomingMessage, publicKey: string): string | undefined {
  if (method !== "POST") return "POST only";
  if (headers["content-encoding"] !== "aes128gcm") return "aes128gcm only";
  if (!/^\d+$/.test(String(headers.ttl))) return "TTL is missing";
  if (!/^[\w-]{1,32}$/.test(String(headers.topic))) return "wrong topic";
  if (!/^(very-low|low|normal|high)$/.test(String(headers.urgency))) return "wrong urgency";
  const [, token = "", key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  if (key !== publicKey) return "another key";
  return tokenFault(token, key, `https://${headers.host}`);
}

function tokenFault(token: string, key: string, origin: string): string | undefined {
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const jwk = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: jwk, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) return "wrong signature";
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString());
  if (aud !== origin) return "another audience";
  if (!/^(mailto:|https?:)/.test(sub)) return "no contact";
  const seconds = exp - Date.now() / 1_000;
  return seconds > 0 && seconds <= 86_400 ? undefined : "expires too late or too early";
}
