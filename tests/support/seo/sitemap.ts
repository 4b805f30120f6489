import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import {
  XmlBufferInputProvider,
  XmlDocument,
  XmlLibError,
  XsdValidator,
  xmlRegisterInputProvider,
} from "libxml2-wasm";

/** The XML schemas, by the names with which they include each other. The package "sitemap" has urlset.xsd. */
const SCHEMAS = {
  "sitemap.xsd": path.join(import.meta.dirname, "sitemap.xsd"),
  "alternate.xsd": path.join(import.meta.dirname, "alternate.xsd"),
  "image.xsd": path.join(import.meta.dirname, "image.xsd"),
  "urlset.xsd": fileURLToPath(new URL("schema/sitemap.xsd", import.meta.resolve("sitemap/package.json"))),
};

const files = Object.fromEntries(
  Object.entries(SCHEMAS).map(([name, file]) => [name, new Uint8Array(readFileSync(file))]),
);
xmlRegisterInputProvider(new XmlBufferInputProvider(files));

const validator = XsdValidator.fromDoc(
  XmlDocument.fromBuffer(files["sitemap.xsd"] ?? new Uint8Array(), { url: "sitemap.xsd" }),
);

/** The limits of one sitemap file: https://www.sitemaps.org/protocol.html#index */
const LIMITS = { addresses: 50_000, bytes: 50 * 1024 * 1024 };

/** `alternates` has the page's URLs in all languages, by `hreflang`. */
export interface SitemapEntry {
  readonly href: string;
  readonly alternates: Readonly<Record<string, string>>;
}

const NAMESPACES = { s: "http://www.sitemaps.org/schemas/sitemap/0.9", x: "http://www.w3.org/1999/xhtml" };

/** Reads a sitemap or a sitemap index. Returns its entries, and how it breaks the schemas or the limits. */
export function readSitemap(xml: string): { faults: string[]; entries: SitemapEntry[] } {
  const bytes = Buffer.byteLength(xml);
  const faults = bytes > LIMITS.bytes ? [`${bytes} bytes are more than a file may have`] : [];
  let document: XmlDocument | undefined;
  try {
    document = XmlDocument.fromString(xml);
    const entries = entriesOf(document);
    if (entries.length > LIMITS.addresses) faults.push(`${entries.length} are more than a file may have`);
    validator.validate(document);
    return { faults, entries };
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    return { faults: [...faults, error.message.trim()], entries: [] };
  } finally {
    document?.dispose();
  }
}

function entriesOf(document: XmlDocument): SitemapEntry[] {
  const found = document.root.find("/s:urlset/s:url | /s:sitemapindex/s:sitemap", NAMESPACES);
  return found.map((entry) => ({
    href: entry.get("s:loc", NAMESPACES)?.content ?? "",
    alternates: Object.fromEntries(
      entry
        .find("x:link", NAMESPACES)
        .map((link) => [link.get("@hreflang")?.content ?? "", link.get("@href")?.content ?? ""]),
    ),
  }));
}
