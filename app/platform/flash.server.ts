import { cookieIn } from "#app/domain/cookie-name.ts";
import type { SentToast } from "#app/ui/toast.ts";
import { setCookie } from "./cookies.server.ts";

type Flash = { title: string; description?: string; kind: "success" | "error" | "info" };

/** `id` distinguishes messages with the same text. */
export type StoredFlash = Flash & { id: string };

const NAME = "flash";
const MAX_AGE_SECONDS = 60;
/** The length of a title and of a description; longer ones are cut. */
export const MAX_FLASH = 300;

// The page's script clears it after showing the message.
function cookie(value: string, seconds: number): string {
  return setCookie(NAME, value, seconds, { scripts: true });
}

/** Adds a message to the headers of a redirect. The next page shows it once, within a minute. */
export function flash(headers: Headers, message: Flash): Headers {
  const title = message.title.slice(0, MAX_FLASH);
  const description = message.description?.slice(0, MAX_FLASH);
  const stored: StoredFlash = { ...message, title, description, id: crypto.randomUUID() };
  headers.append("set-cookie", cookie(encodeURIComponent(JSON.stringify(stored)), MAX_AGE_SECONDS));
  return headers;
}

const KINDS = { good: "success", danger: "error", plain: "info" } as const;

/** A toast as a message of a redirect. */
export function flashOf({ title, description, tone = "good" }: SentToast): Flash {
  return { title, description, kind: KINDS[tone] };
}

/**
 * The message that the last redirect left, null if none or invalid, and the Set-Cookie value that clears it. For a
 * valid message in a request by a script, `clear` is null and the page clears the cookie (`FlashToast`): the script may
 * discard the response when the user has navigated on.
 */
export function takeFlash(request: Request): { flash: StoredFlash | null; clear: string | null } {
  const sent = cookieIn(request.headers.get("cookie"), NAME);
  if (sent === null) return { flash: null, clear: null };
  const stored = read(sent);
  const mode = request.headers.get("sec-fetch-mode");
  const byScript = mode !== null && mode !== "navigate";
  return { flash: stored, clear: stored && byScript ? null : cookie("", 0) };
}

function read(value: string): StoredFlash | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(decodeURIComponent(value));
  } catch {
    return null;
  }
  const { id, title, description, kind } = (parsed ?? {}) as Record<string, unknown>;
  if (typeof id !== "string" || !/^[0-9a-f-]{36}$/.test(id)) return null;
  if (typeof title !== "string" || title === "" || title.length > MAX_FLASH) return null;
  if (kind !== "success" && kind !== "error" && kind !== "info") return null;
  const more = typeof description === "string" && description.length <= MAX_FLASH;
  return { id, title, kind, ...(more && { description }) };
}
