import { photoUrl } from "#app/features/photos/photo.ts";
import { locales } from "#app/paraglide/runtime.js";
import { env } from "#app/platform/env.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import { clientAddress, limitInMemory } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { textStream } from "#app/platform/text-stream.server.ts";
import { PART_BEGIN, PART_END, pageXml, type SitemapPage } from "./sitemap-xml.ts";

/** @throws 429 above the rate limit */
export async function limitReaders(request: Request): Promise<void> {
  await limitInMemory("sitemap_client", clientAddress(request));
}

/** @throws 404 where search engines are kept out, 429 above the rate limit */
export async function requireSitemap(request: Request): Promise<void> {
  if (!env().searchEngines) throw new Refused("home_not_found");
  await limitReaders(request);
}

export function sitemapPage(
  path: string,
  changedAt: Date | null = null,
  photoKey: string | null = null,
): SitemapPage {
  return {
    addresses: locales.map((locale) => ({ language: locale, href: wholeAddress(path, locale) })),
    changedAt,
    picture: photoKey === null ? null : env().baseUrl + photoUrl(photoKey, 1280),
  };
}

/** An answer for machines that come again, which caches keep for ten minutes. */
export function cachedAnswer(text: string | AsyncGenerator<string>, mediaType: string): Response {
  const headers = { "content-type": `${mediaType}; charset=utf-8`, "cache-control": "public, max-age=600" };
  return new Response(typeof text === "string" ? text : textStream(text), { headers });
}

export function xmlAnswer(text: string | AsyncGenerator<string>): Response {
  return cachedAnswer(text, "application/xml");
}

export async function* partXml(batches: AsyncIterable<readonly SitemapPage[]>): AsyncGenerator<string> {
  yield PART_BEGIN;
  for await (const pages of batches) yield pages.map(pageXml).join("");
  yield PART_END;
}
