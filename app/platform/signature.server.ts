import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "./env.server.ts";

function digestOf(text: string): Buffer {
  return createHmac("sha256", env().authSecret).update(text).digest();
}

/**
 * The server's signature of a text, in base64url. The text begins with its purpose ("unsubscribe …"), so that a
 * signature is valid for this purpose only.
 */
export function signatureOf(text: string): string {
  return digestOf(text).toString("base64url");
}

/**
 * Whether the server made this signature of this text. The comparison takes the same time for every wrong signature.
 */
export function isSignatureOf(text: string, signature: string): boolean {
  const [given, ours] = [Buffer.from(signature, "base64url"), digestOf(text)];
  return given.length === ours.length && timingSafeEqual(given, ours);
}
