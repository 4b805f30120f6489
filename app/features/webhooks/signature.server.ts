import { createHmac, randomBytes } from "node:crypto";
import { seal, unseal } from "#app/platform/signature.server.ts";

// Standard Webhooks (https://www.standardwebhooks.com), with a symmetric secret.

const PREFIX = "whsec_";
const SECRET_BYTES = 32;
const PURPOSE = "secrets of webhooks";

/** A new secret, and what is stored of it. Its owner may see it again, because they need it to check signatures. */
export async function newSigningSecret(): Promise<{ secret: string; sealed: string }> {
  const secret = PREFIX + randomBytes(SECRET_BYTES).toString("base64");
  return { secret, sealed: await seal(PURPOSE, secret) };
}

/** The secret of which this is stored; null after AUTH_SECRET has changed. */
export async function signingSecret(sealed: string): Promise<string | null> {
  // The library throws errors of several kinds, all for the same reason.
  return unseal(PURPOSE, sealed).catch(() => null);
}

/** What is sent, and what its signature is of. */
export interface SignedContent {
  readonly id: string;
  /** In seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** The header `webhook-signature`: one for each secret. */
export function signaturesOf({ id, timestamp, body }: SignedContent, secrets: readonly string[]): string {
  const signed = `${id}.${timestamp}.${body}`;
  return secrets
    .map((secret) => Buffer.from(secret.slice(PREFIX.length), "base64"))
    .map((key) => `v1,${createHmac("sha256", key).update(signed).digest("base64")}`)
    .join(" ");
}
