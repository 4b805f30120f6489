import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { localizedHref } from "./features/shell/locale.ts";
import { getLocale } from "./paraglide/runtime.js";
import type { RenderFragment } from "./ui/cached-fragment.tsx";

const MAX_BYTES = 8 * 1024 * 1024;

/** Sizes count two bytes per character: V8 stores a whole string in two-byte characters if one of them is a "€". */
const parts = new LRUCache<string, string>({
  maxSize: MAX_BYTES,
  sizeCalculation: (html, key) => 2 * (html.length + key.length),
});

/**
 * React writes the preloads of eager pictures before the rendered HTML. Inside the page they would be elements that the
 * browser does not expect when it hydrates.
 */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/**
 * Returns the HTML of a fragment. The cache key contains everything that the HTML depends on, so a cached fragment is
 * never stale and needs no invalidation. The router is only needed to render links.
 */
export const cachedFragment: RenderFragment = (name, by, part) => {
  const locale = getLocale();
  const key = `${locale} ${name} ${JSON.stringify(by)}`;
  const known = parts.get(key);
  if (known !== undefined) return known;
  const html = renderToString(
    <StaticRouter basename={localizedHref("/", locale)} location={localizedHref("/", locale)}>
      {part()}
    </StaticRouter>,
  );
  const own = html.replace(PRELOADS, "");
  parts.set(key, own);
  return own;
};
