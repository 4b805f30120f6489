import { cookieName } from "#app/domain/cookie-name.ts";
import { env } from "./env.server.ts";

export type Flash = { title: string; description?: string; kind: "success" | "error" | "info" };

/** A stored message. `id` distinguishes it from another with the same text. */
export type LeftFlash = Flash & { id: string };

const NAME = "flash";
const SECONDS = 60;
const LONGEST = 300;

// Not HttpOnly: the page's script clears it after showing the message.
function cookie(value: string, seconds: number): string {
  const https = env().baseUrl.startsWith("https:");
  const secure = https ? "; Secure" : "";
  return `${cookieName(NAME, https)}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

/** Adds the message to a redirect's headers. It is shown once, within a minute. */
export function flash(headers: Headers, message: Flash): Headers {
  const left: LeftFlash = { ...message, id: crypto.randomUUID() };
  headers.append("set-cookie", cookie(encodeURIComponent(JSON.stringify(left)), SECONDS));
  return headers;
}

/**
 * Returns the message that the last redirect left, and the Set-Cookie value that clears it, for the root loader. A
 * script may discard the response when the user has navigated on. So there the page clears the message after showing it
 * (`FlashToast`). An invalid cookie is cleared and shows nothing.
 */
export function takeFlash(request: Request): { flash: LeftFlash | null; clear: string | null } {
  const found = /(?:^|;\s*)(?:__Host-)?flash=([^;]*)/.exec(request.headers.get("cookie") ?? "");
  if (!found) return { flash: null, clear: null };
  const left = read(found[1] ?? "");
  const mode = request.headers.get("sec-fetch-mode");
  const byScript = mode !== null && mode !== "navigate";
  return { flash: left, clear: left && byScript ? null : cookie("", 0) };
}

function read(value: string): LeftFlash | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(decodeURIComponent(value));
  } catch {
    return null;
  }
  const { id, title, description, kind } = (parsed ?? {}) as Record<string, unknown>;
  if (typeof id !== "string" || !/^[0-9a-f-]{36}$/.test(id)) return null;
  if (typeof title !== "string" || title === "" || title.length > LONGEST) return null;
  if (kind !== "success" && kind !== "error" && kind !== "info") return null;
  const more = typeof description === "string" && description.length <= LONGEST;
  return { id, title, kind, ...(more && { description }) };
}
