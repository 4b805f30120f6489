import { photoUrl } from "#app/features/photos/photo.ts";
import { locales } from "#app/paraglide/runtime.js";
import { env } from "#app/platform/env.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import { clientAddress, limitInMemory } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { PART_BEGIN, PART_END, pageXml, type SitemapPage } from "./sitemap-xml.ts";

/** @throws 404 where search engines are kept out, 429 above the rate limit */
export async function requireSitemap(request: Request): Promise<void> {
  if (!env().searchEngines) throw new Refused("home_not_found");
  await limitInMemory("sitemap_client", clientAddress(request));
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

export function xmlAnswer(text: string | AsyncGenerator<string>): Response {
  const headers = {
    "content-type": "application/xml; charset=utf-8",
    "cache-control": "public, max-age=600",
  };
  return new Response(typeof text === "string" ? text : streamed(text), { headers });
}

function streamed(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

export async function* partXml(batches: AsyncIterable<readonly SitemapPage[]>): AsyncGenerator<string> {
  yield PART_BEGIN;
  for await (const pages of batches) yield pages.map(pageXml).join("");
  yield PART_END;
}
