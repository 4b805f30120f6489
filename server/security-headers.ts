import { env } from "#app/platform/env.server.ts";

/** On every answer, and on what is kept of it. */
export function securityHeaders(): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    // Not "no-referrer": with it a browser names no origin when it sends a form, and the form is refused.
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(self), microphone=(), geolocation=()",
    ...(!env().searchEngines && { "x-robots-tag": "noindex" }),
    ...(env().baseUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
  };
}
