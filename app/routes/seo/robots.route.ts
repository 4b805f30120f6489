import { href } from "react-router";
import { ROBOTS_ALLOW_ALL, robotsText } from "#app/features/seo/robots.ts";
import { env } from "#app/platform/env.server.ts";
import { PREFIXES, wholeAddress } from "#app/platform/locale.server.ts";

export function loader(): Response {
  const text = env().searchEngines
    ? robotsText(PREFIXES, wholeAddress(href("/sitemap.xml"), "en-GB"))
    : ROBOTS_ALLOW_ALL;
  return new Response(text, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}
