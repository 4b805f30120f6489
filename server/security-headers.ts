import type { Config } from "#app/platform/env.server.ts";

/** On every answer of the server, whoever makes it; an answer's own value of one of them goes first. */
export function securityHeaders({
  baseUrl,
  searchEngines,
}: Pick<Config, "baseUrl" | "searchEngines">): Map<string, string> {
  const headers = new Map([
    ["x-content-type-options", "nosniff"],
    // Not "no-referrer": with it a browser names no origin when it sends a form, and the form is refused.
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["permissions-policy", "camera=(self), microphone=(), geolocation=()"],
  ]);
  if (!searchEngines) headers.set("x-robots-tag", "noindex");
  if (baseUrl.startsWith("https:")) headers.set("strict-transport-security", "max-age=31536000");
  return headers;
}
