import { env } from "./env.server.ts";

/** A message for the next page, shown there as a toast. Its texts are translated already. */
export type Flash = { title: string; description?: string; kind: "success" | "error" | "info" };

const NAME = "flash";
const SECONDS = 60;
const LONGEST = 300;

function cookie(value: string, seconds: number): string {
  const secure = env().baseUrl.startsWith("https:") ? "; Secure" : "";
  return `${NAME}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Adds the message to a redirect's headers. It is shown once, within a minute. */
export function flash(headers: Headers, message: Flash): Headers {
  headers.append("set-cookie", cookie(encodeURIComponent(JSON.stringify(message)), SECONDS));
  return headers;
}

/**
 * The message that the last redirect left, and the Set-Cookie value that clears it, for the root loader.
 * A cookie that is not one of ours is cleared and shows nothing.
 */
export function takeFlash(request: Request): { flash: Flash | null; clear: string | null } {
  const found = /(?:^|;\s*)flash=([^;]*)/.exec(request.headers.get("cookie") ?? "");
  if (!found) return { flash: null, clear: null };
  return { flash: read(found[1] ?? ""), clear: cookie("", 0) };
}

function read(value: string): Flash | null {
  let said: unknown;
  try {
    said = JSON.parse(decodeURIComponent(value));
  } catch {
    return null;
  }
  const { title, description, kind } = (said ?? {}) as Record<string, unknown>;
  if (typeof title !== "string" || title === "" || title.length > LONGEST) return null;
  if (kind !== "success" && kind !== "error" && kind !== "info") return null;
  const more = typeof description === "string" && description.length <= LONGEST;
  return { title, kind, ...(more && { description }) };
}
