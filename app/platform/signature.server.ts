import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { env } from "./env.server.ts";

/** The SHA-256 hash of a text, in base64url. */
export function hashOf(text: string): string {
  return hash("sha256", text, "base64url");
}

function digestOf(text: string): Buffer {
  return createHmac("sha256", env().authSecret).update(text).digest();
}

/**
 * The signature of a text, in base64url. Begin the text with its purpose ("unsubscribe …"), so that the signature is
 * valid for no other purpose.
 */
export function signatureOf(text: string): string {
  return digestOf(text).toString("base64url");
}

/** Whether `signature` is ours for this text; compared in constant time. */
export function isSignatureOf(text: string, signature: string): boolean {
  const [given, ours] = [Buffer.from(signature, "base64url"), digestOf(text)];
  return given.length === ours.length && timingSafeEqual(given, ours);
}
