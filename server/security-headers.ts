import type { Config } from "#app/platform/env.server.ts";

/** The default headers of every response. */
export function securityHeaders({
  baseUrl,
  searchEngines,
}: Pick<Config, "baseUrl" | "searchEngines">): Map<string, string> {
  const headers = new Map([
    ["x-content-type-options", "nosniff"],
    // With "no-referrer", browsers send forms without an origin, and the forms are refused.
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["permissions-policy", "camera=(self), microphone=(), geolocation=()"],
  ]);
  if (!searchEngines) headers.set("x-robots-tag", "noindex");
  if (baseUrl.startsWith("https:")) headers.set("strict-transport-security", "max-age=31536000");
  return headers;
}
