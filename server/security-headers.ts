import type { Config } from "#app/platform/env.server.ts";

/** The headers of every response of the server. A response's own value of one of them takes precedence. */
export function securityHeaders({
  baseUrl,
  searchEngines,
}: Pick<Config, "baseUrl" | "searchEngines">): Map<string, string> {
  const headers = new Map([
    ["x-content-type-options", "nosniff"],
    // Not "no-referrer": with it a browser sends no origin with a form, and the form is refused.
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["permissions-policy", "camera=(self), microphone=(), geolocation=()"],
  ]);
  if (!searchEngines) headers.set("x-robots-tag", "noindex");
  if (baseUrl.startsWith("https:")) headers.set("strict-transport-security", "max-age=31536000");
  return headers;
}
