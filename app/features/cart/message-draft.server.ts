import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { z } from "zod";
import { cookieIn } from "#app/domain/cookie-name.ts";
import { cartCookie } from "./cart.server.ts";
import { DRAFT_COOKIE } from "./cookie.ts";
import type { Note } from "./view.ts";

const noteSchema = z.strictObject({ seller: z.string(), text: z.string() });

/** How long a draft is kept: enough time to create an account and verify it by mail. */
const HOUR_SECONDS = 3600;
/** The longest value of the cookie. Browsers limit a cookie to 4,096 bytes, including its name. */
const MAX_BYTES = 3800;
const MAX_TEXT_BYTES = 64 * 1024;

/** Returns the Set-Cookie value for a draft, or null when it is too long. */
export function draftCookie(note: Note): string | null {
  const value = brotliCompressSync(JSON.stringify(note)).toString("base64url");
  return value.length > MAX_BYTES ? null : cartCookie(DRAFT_COOKIE, value, HOUR_SECONDS);
}

export function clearedDraftCookie(): string {
  return cartCookie(DRAFT_COOKIE, "");
}

export function draftOf(request: Request): Note | null {
  const value = cookieIn(request.headers.get("cookie"), DRAFT_COOKIE);
  if (!value) return null;
  try {
    const whole = brotliDecompressSync(Buffer.from(value, "base64url"), { maxOutputLength: MAX_TEXT_BYTES });
    return noteSchema.parse(JSON.parse(whole.toString()));
  } catch {
    return null;
  }
}
