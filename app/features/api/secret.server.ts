import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { hashOf } from "#app/platform/signature.server.ts";

/** Secret scanners find a key by this beginning and its checksum. */
export const KEY_PREFIX = "ssk_";

/** Characters of the checksum. */
const CHECKSUM = 6;

/** A new secret. Only its hash is stored; `hint` is what its owner sees of it later. `bytes` are the 30 random ones. */
export function newSecret(
  prefix: string,
  bytes: Buffer = randomBytes(30),
): { secret: string; hash: string; hint: string } {
  const random = bytes.toString("base64url").replaceAll("-", "a").replaceAll("_", "b");
  const secret = prefix + random + checksumOf(random);
  return { secret, hash: hashOf(secret), hint: `${prefix}…${secret.slice(-4)}` };
}

/** Whether a text can be a key, before the database is asked. */
export function isKey(text: string): boolean {
  const random = text.slice(KEY_PREFIX.length, -CHECKSUM);
  return text.startsWith(KEY_PREFIX) && text.slice(-CHECKSUM) === checksumOf(random);
}

/** By which a scanner tells a key from a random text. */
function checksumOf(random: string): string {
  return crc32(random).toString(36).padStart(7, "0").slice(-CHECKSUM);
}
