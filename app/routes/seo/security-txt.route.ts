import { href } from "react-router";
import { DAY_MS } from "#app/domain/time.ts";
import { locales } from "#app/paraglide/runtime.js";
import { env } from "#app/platform/env.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

/** Each response is valid for this long, rounded down to the start of a day (UTC). */
const HOLDS_MS = 180 * DAY_MS;

/** /.well-known/security.txt (RFC 9116). 404 without a support email address. */
export function loader(): Response {
  const { supportEmail } = env();
  if (supportEmail === undefined) throw new Refused("home_not_found");
  const expires = new Date(Date.now() + HOLDS_MS);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    `Contact: mailto:${supportEmail}`,
    `Contact: ${wholeAddress(href("/help"), "en-GB")}#contact`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${[...new Set(locales.map((locale) => locale.slice(0, 2)))].join(", ")}`,
    `Canonical: ${wholeAddress(href("/.well-known/security.txt"), "en-GB")}`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}
