import { createHmac, hash, hkdfSync, timingSafeEqual } from "node:crypto";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
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

/** Of each purpose its own, so that what is stored for one can be read for no other. */
function keyFor(purpose: string): string {
  return Buffer.from(hkdfSync("sha256", env().authSecret, "", purpose, 32)).toString("hex");
}

/** Encrypts a secret that is used again later, by a key that follows from AUTH_SECRET and that no backup contains. */
export function seal(purpose: string, secret: string): Promise<string> {
  return symmetricEncrypt({ key: keyFor(purpose), data: secret });
}

/** @throws an error after AUTH_SECRET has changed */
export function unseal(purpose: string, stored: string): Promise<string> {
  return symmetricDecrypt({ key: keyFor(purpose), data: stored });
}
