import { encoded, pageCache } from "#app/platform/page-cache.server.ts";
import { currentRequest } from "#app/platform/request-context.server.ts";

/** Clients and proxies may keep such an answer, and ask each time whether it is still the same. */
export const PUBLIC_POLICY = "public, max-age=0, must-revalidate";
const VARY = "accept-encoding, authorization, origin";

/**
 * The key of an answer in the page cache; null for a request with a key, or that changes something. The names of the
 * query are sorted, the values of a name keep their order. Not the host name, which clients can invent.
 */
function cacheKey({ method, headers, url }: Request): string | null {
  if (method !== "GET" || headers.has("authorization")) return null;
  const path = url.indexOf("/", "https://".length);
  const query = url.indexOf("?", path);
  if (query === -1) return `api ${url.slice(path)}`;
  const params = new URLSearchParams(url.slice(query));
  params.sort();
  return `api ${url.slice(path, query)}?${params}`;
}

/** Whether If-Match or If-None-Match of a request has this tag. The tag of a compressed answer is weak. */
export function hasTag({ headers }: Request, name: "if-match" | "if-none-match", tag: string): boolean {
  const tags = headers.get(name)?.split(/,\s*/) ?? [];
  return tags.includes("*") || tags.some((each) => each.replace(/^W\//, "") === tag);
}

/**
 * The answer to a request without a key that the page cache has; undefined if it has none. Such answers are not counted
 * by the rate limit, like cached pages.
 */
export function keptAnswer(request: Request, info: { route?: string }): Response | undefined {
  const key = cacheKey(request);
  const kept = key === null ? undefined : pageCache.get(key);
  if (!kept) return undefined;
  info.route = kept.route;
  const { etag = "" } = kept.headers;
  if (hasTag(request, "if-none-match", etag))
    return new Response(null, { status: 304, headers: { etag, "cache-control": PUBLIC_POLICY, vary: VARY } });
  const { body, encoding } = encoded(kept, request.headers.get("accept-encoding") ?? "");
  return new Response(body, {
    headers: {
      ...kept.headers,
      ...(encoding && { "content-encoding": encoding, etag: `W/${etag}` }),
      "content-length": String(body.byteLength),
    },
  });
}

interface Keeping {
  readonly tags: readonly string[];
  /** The pattern of its path. */
  readonly route: string;
  /** The version of the page cache before the answer was made. */
  readonly since: number;
}

/** Keeps the JSON of an answer to a request without a key, which is the same for all who ask. */
export function keep(request: Request, text: string, etag: string, { tags, route, since }: Keeping): void {
  const key = cacheKey(request);
  if (key === null || currentRequest()?.outage) return;
  const headers = { "content-type": "application/json", "cache-control": PUBLIC_POLICY, etag, vary: VARY };
  pageCache.set(key, { headers, body: new TextEncoder().encode(text), tags, route }, since);
}
