import { createECDH } from "node:crypto";
import type { IncomingMessage } from "node:http";
import ece from "http_ece";
import {
  type AllowedHosts,
  connectPublicly,
  HostRefused,
  postOver,
  retryAfterOf,
} from "#app/platform/public-hosts.server.ts";
import { hashOf } from "#app/platform/signature.server.ts";
import { pushAuthorization } from "./keys.server.ts";

/** A browser, as its push service and RFC 8291 know it. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** What the service worker is told (public/service-worker.js). */
export type PushPayload =
  | {
      readonly tag: string;
      readonly title: string;
      readonly text: string;
      /** The path that a tap opens, with its language. */
      readonly path: string;
      readonly lang: string;
      /** Whether it must be shown although the shop is on the screen. */
      readonly always: boolean;
      /** The tags of the other notifications that stay: their person has not read them. Null: all stay. */
      readonly current: readonly string[] | null;
    }
  | { readonly close: true; readonly current: readonly string[] };

/**
 * "gone": the browser no longer takes messages. "refused": this message is lost. "later": it may be sent again, after
 * some seconds at least.
 */
export type PushOutcome =
  | { readonly outcome: "sent" | "gone" }
  | { readonly outcome: "refused"; readonly status: number }
  | { readonly outcome: "later"; readonly seconds: number };

/** A push service keeps a message so long for a browser that is off. */
export const KEPT_SECONDS = 7 * 86_400;
/** All shorter messages are made so long, so that their length says nothing. The longest that may be sent has 3,993. */
const PADDED_BYTES = 2_048;
/** As RFC 8030 limits the name of a topic. */
const TOPIC_LENGTH = 32;
/** Push services answer within some tenths of a second. Who is slower keeps others waiting, perhaps on purpose. */
const CONNECT_MS = 3_000;
const TOTAL_MS = 5_000;

/**
 * Sends an encrypted message to a push service (RFC 8030, 8188, 8291, 8292). Nothing follows a redirect.
 * @throws the reason of `signal` when that is aborted
 */
export async function sendPush(
  target: PushTarget,
  payload: PushPayload,
  signal: AbortSignal,
  allowed: AllowedHosts,
): Promise<PushOutcome> {
  const url = new URL(target.endpoint);
  const body = encrypted(target, payload);
  const headers = {
    host: url.host,
    authorization: await pushAuthorization(url),
    "content-encoding": "aes128gcm",
    "content-type": "application/octet-stream",
    "content-length": body.byteLength,
    ttl: KEPT_SECONDS,
    // A message that waits for a browser is replaced by a later one about the same.
    topic: hashOf("close" in payload ? "close" : payload.tag).slice(0, TOPIC_LENGTH),
    urgency: "close" in payload ? "low" : "high",
    connection: "close",
  };
  const ended = AbortSignal.any([signal, AbortSignal.timeout(TOTAL_MS)]);
  try {
    const socket = await connectPublicly(url, { ended, connectMs: CONNECT_MS }, allowed);
    try {
      return outcomeOf(await postOver(socket, url, headers, body));
    } finally {
      socket.destroy();
    }
  } catch (error) {
    signal.throwIfAborted();
    // No push service is at such a port. A private address may be a fault of the resolver, which passes.
    if (error instanceof HostRefused && error.fault === "port") return { outcome: "gone" };
    return { outcome: "later", seconds: 0 };
  }
}

function encrypted({ p256dh, auth }: PushTarget, payload: PushPayload): Buffer<ArrayBuffer> {
  const content = Buffer.from(JSON.stringify(payload));
  const privateKey = createECDH("prime256v1");
  privateKey.generateKeys();
  const pad = Math.max(0, PADDED_BYTES - content.byteLength);
  return ece.encrypt(content, { version: "aes128gcm", privateKey, dh: p256dh, authSecret: auth, pad });
}

function outcomeOf({ statusCode: status = 0, headers }: IncomingMessage): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: "sent" };
  if (status === 404 || status === 410) return { outcome: "gone" };
  if (status === 408 || status === 429 || status >= 500)
    return { outcome: "later", seconds: retryAfterOf(headers["retry-after"]) };
  return { outcome: "refused", status };
}
