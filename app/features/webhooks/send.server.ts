import type { IncomingMessage } from "node:http";
import { withoutUnseen } from "#app/domain/text-rules.ts";
import { env, isOnThisMachine } from "#app/platform/env.server.ts";
import { isLoopback } from "#app/platform/env-values.server.ts";
import {
  type AllowedHosts,
  connectPublicly,
  HostRefused,
  PUBLIC_HOSTS,
  postOver,
  retryAfterOf,
} from "#app/platform/public-hosts.server.ts";
import type { WebhookFault } from "./faults.server.ts";
import { type SignedContent, signaturesOf } from "./signature.server.ts";

/** What came of a try. `taken`: it was answered with a status from 200 to 299. */
export interface Answered {
  readonly taken: boolean;
  readonly status: number | null;
  readonly fault: WebhookFault | null;
  /** How the answer begins, as a line of text; null without one. */
  readonly answer: string | null;
  readonly tookMs: number;
  /** The seconds of a Retry-After; 0 without one. */
  readonly asked: number;
}

export interface SendLimits {
  /** The time to connect, the TLS handshake included. */
  readonly connectMs: number;
  readonly totalMs: number;
}

export const SEND_LIMITS: SendLimits = { connectMs: 5_000, totalMs: 15_000 };
/** More of an answer is not read. */
const READ_BYTES = 4_096;
/** As many characters of it are kept for its owner. */
const KEPT_CHARACTERS = 500;

/** A shop that only this machine can reach sends to this machine too, so that a program can be tried out. */
export function webhookHosts(): AllowedHosts {
  if (!isOnThisMachine(env())) return PUBLIC_HOSTS;
  return {
    ...PUBLIC_HOSTS,
    refusal: (address, port) => (isLoopback(address) ? null : PUBLIC_HOSTS.refusal(address, port)),
    resolve: (name, signal) =>
      isLoopback(name) ? Promise.resolve(["127.0.0.1"]) : PUBLIC_HOSTS.resolve(name, signal),
  };
}

/**
 * Posts an event to the address of a webhook (docs/decisions/0191). Nothing follows a redirect.
 * @throws the reason of `signal` when that is aborted
 */
export async function postEvent(
  url: URL,
  content: SignedContent,
  secrets: readonly string[],
  signal: AbortSignal,
  allowed: AllowedHosts,
  limits: SendLimits = SEND_LIMITS,
): Promise<Answered> {
  const since = performance.now();
  const tookMs = () => Math.round(performance.now() - since);
  const late = AbortSignal.timeout(limits.totalMs);
  const ended = AbortSignal.any([signal, late]);
  const headers = {
    host: url.host,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(content.body),
    "user-agent": "SecondServe/1.0 (webhooks)",
    "accept-encoding": "identity",
    "webhook-id": content.id,
    "webhook-timestamp": content.timestamp,
    "webhook-signature": signaturesOf(content, secrets),
    connection: "close",
  };
  try {
    const socket = await connectPublicly(url, { ended, connectMs: limits.connectMs }, allowed);
    try {
      const answer = await postOver(socket, url, headers, content.body);
      const { statusCode: status = 0, headers: answered } = answer;
      return {
        taken: status >= 200 && status < 300,
        status,
        fault: status >= 300 && status < 400 ? "redirect" : null,
        answer: await beginningOf(answer),
        tookMs: tookMs(),
        asked: retryAfterOf(answered["retry-after"]),
      };
    } finally {
      socket.destroy();
    }
  } catch (error) {
    signal.throwIfAborted();
    const fault = error instanceof HostRefused ? error.fault : late.aborted ? "timeout" : "unreachable";
    return { taken: false, status: null, fault, answer: null, tookMs: tookMs(), asked: 0 };
  }
}

async function beginningOf(answer: IncomingMessage): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of answer) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= READ_BYTES) break;
    }
  } catch {
    // What counts is the status, which has arrived: the rest was too slow, or broke off.
  }
  const text = withoutUnseen(new TextDecoder().decode(Buffer.concat(chunks).subarray(0, READ_BYTES)))
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return text === "" ? null : [...text].slice(0, KEPT_CHARACTERS).join("");
}
