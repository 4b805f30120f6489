import { createHmac } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function decoded(base32: string): Buffer {
  const bits = [...base32.replace(/[\s=]/g, "")]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/**
 * The six digits that an authenticator app shows (RFC 6238): now, or `shift` half minutes later. `key` is the
 * `otpauth:` URI of a QR code, or the key that a person types into the app.
 */
export function totp(key: string, shift = 0): string {
  const secret = key.startsWith("otpauth:") ? (new URL(key).searchParams.get("secret") ?? "") : key;
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + shift));
  const hmac = createHmac("sha1", decoded(secret)).update(counter).digest();
  const offset = (hmac.at(-1) ?? 0) & 15;
  return String((hmac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
