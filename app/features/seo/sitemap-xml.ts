import { escapedHtml } from "#app/domain/text-rules.ts";
export interface SitemapPage {
  /** Absolute URLs. The first is also the default for other languages (`x-default`). */
  readonly addresses: readonly { readonly language: string; readonly href: string }[];
  readonly changedAt: Date | null;
  /** The absolute URL of the main photo. */
  readonly picture: string | null;
}

export interface SitemapPart {
  readonly href: string;
  readonly changedAt: Date | null;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function changed(at: Date | null): string {
  return at === null ? "" : `<lastmod>${at.toISOString()}</lastmod>`;
}

/** The sitemap index: https://www.sitemaps.org/protocol.html */
export function indexXml(parts: readonly SitemapPart[]): string {
  const sitemaps = parts.map(
    ({ href, changedAt }) => `<sitemap><loc>${escapedHtml(href)}</loc>${changed(changedAt)}</sitemap>\n`,
  );
  return `${XML}<sitemapindex ${NAMESPACE}>\n${sitemaps.join("")}</sitemapindex>\n`;
}

export const PART_BEGIN = `${XML}<urlset ${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n`;
export const PART_END = "</urlset>\n";

/** One entry for each language of a page. Search engines require that each links to all languages, also to its own. */
export function pageXml({ addresses, changedAt, picture }: SitemapPage): string {
  const alternates = [
    ...addresses,
    ...addresses.slice(0, 1).map(({ href }) => ({ language: "x-default", href })),
  ]
    .map(
      ({ language, href }) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${escapedHtml(href)}"/>`,
    )
    .join("");
  const image =
    picture === null ? "" : `<image:image><image:loc>${escapedHtml(picture)}</image:loc></image:image>`;
  const rest = `${changed(changedAt)}${alternates}${image}</url>\n`;
  return addresses.map(({ href }) => `<url><loc>${escapedHtml(href)}</loc>${rest}`).join("");
}
