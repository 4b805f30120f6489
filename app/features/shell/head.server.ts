import type { EntryContext } from "react-router";
import { escapedHtml } from "#app/domain/text-rules.ts";
import { previewPicture } from "#app/features/photos/present.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { env } from "#app/platform/env.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import { type OpenGraph, scriptSafeJson } from "#app/platform/page-meta.server.ts";
import { currentRequest } from "#app/platform/request-context.server.ts";
import { canonicalOf, LOCALES } from "./canonical.ts";

export interface SeoHead {
  readonly indexed: boolean;
  readonly html: string;
}

/** Open Graph requires a country in its language codes. */
const OG_LOCALES: Readonly<Record<string, string>> = {
  "en-GB": "en_GB",
  "en-US": "en_US",
  nl: "nl_NL",
  de: "de_DE",
  fr: "fr_FR",
};

function property([name, content]: readonly [string, string]): string {
  return `<meta property="${name}" content="${escapedHtml(content)}"/>`;
}

/** `status` is the HTTP status of the page. Routes set the title and the description themselves (`titled`). */
export function seoHead(
  { matches, loaderData }: EntryContext["staticHandlerContext"],
  status: number,
): SeoHead {
  const path =
    status === 200 && env().searchEngines
      ? canonicalOf(matches.map(({ route }) => loaderData[route.id]))
      : null;
  const meta = status === 200 ? currentRequest()?.pageMeta?.() : undefined;
  const {
    type,
    picture = { ...previewPicture(), alt: m.home_title() },
    more = [],
  } = meta?.openGraph ?? ({ type: "website" } as OpenGraph);
  const locale = getLocale();
  const others = LOCALES.filter((one) => one.locale !== locale);
  const properties: (readonly [string, string])[] = [
    ["og:type", type],
    ["og:site_name", "Second Serve"],
    ...(path === null ? [] : [["og:url", wholeAddress(path)] as const]),
    ["og:locale", OG_LOCALES[locale] ?? locale],
    ...others.map((one) => ["og:locale:alternate", OG_LOCALES[one.locale] ?? one.locale] as const),
    ["og:image", picture.href],
    ["og:image:type", picture.type],
    ["og:image:width", String(picture.width)],
    ["og:image:height", String(picture.height)],
    ["og:image:alt", picture.alt],
    ...more,
  ];
  const things = path === null ? [] : (meta?.structuredData ?? []);
  const html = [
    path === null ? '<meta name="robots" content="noindex"/>' : "",
    properties.map(property).join(""),
    '<meta name="twitter:card" content="summary_large_image"/>',
    ...things.map((thing) => `<script type="application/ld+json">${scriptSafeJson(thing)}</script>`),
  ];
  return { indexed: path !== null, html: html.join("") };
}
