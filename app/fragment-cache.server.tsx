import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { localizedHref } from "#app/domain/local-path.ts";
import { getLocale } from "./paraglide/runtime.js";
import type { RenderFragment } from "./ui/cached-fragment.tsx";

const MAX_BYTES = 8 * 1024 * 1024;

/** Two bytes per character, as V8 stores a string with a "€". */
const parts = new LRUCache<string, string>({
  maxSize: MAX_BYTES,
  sizeCalculation: (html, key) => 2 * (html.length + key.length),
});

/** React writes preloads of pictures before the HTML. Inside a page, hydration does not expect them. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/**
 * The HTML of a fragment. The cache key contains everything on which it depends, so it is never stale. The router is
 * for its links.
 */
export const cachedFragment: RenderFragment = (name, by, part) => {
  const locale = getLocale();
  const key = `${locale} ${name} ${JSON.stringify(by)}`;
  const cached = parts.get(key);
  if (cached !== undefined) return cached;
  const html = renderToString(
    <StaticRouter basename={localizedHref("/", locale)} location={localizedHref("/", locale)}>
      {part()}
    </StaticRouter>,
  );
  const markup = html.replace(PRELOADS, "");
  parts.set(key, markup);
  return markup;
};
