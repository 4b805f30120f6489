import { LRUCache } from "lru-cache";
import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { choicesIn, DEFAULT_COUNTRY, NOTHING_CHOSEN, onlyChoices } from "#app/domain/choices.ts";
import { CURRENCIES } from "#app/domain/currency.ts";
import { isCompact } from "#app/features/listings/rules.ts";
import { withoutDevice } from "#app/platform/auth-cookies.server.ts";
import { pagePath } from "#app/platform/locale.server.ts";
import type { PageQuery } from "#app/platform/request-context.server.ts";

type Routes = ServerBuild["routes"];

/** Of the paths whose parameters are known without another look at the routes. */
const MOST_CHARACTERS = 200_000;

function childrenOf(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path } = route;
    return [route.index ? { id, index: true } : { id, path, children: childrenOf(routes, id) }];
  });
}

/**
 * Returns a function that takes from a URL all parameters that its page does not read (`loader.query`), so that visitors
 * who come from a newsletter share its copy in the page cache. The others keep their order, and parameters of one name
 * their number: each such address has its own copy. Addresses of pages that do not say what they read stay unchanged.
 */
export function pageAddresses(routes: Routes): (address: string) => string {
  const tree = childrenOf(routes);
  const queryAt = (path: string): PageQuery | null => {
    const id = matchRoutes(tree, path)?.at(-1)?.route.id;
    const loader = id === undefined ? undefined : routes[id]?.module.loader;
    return (loader as { query?: PageQuery } | undefined)?.query ?? null;
  };
  // `matchRoutes` sorts all routes each time.
  const queries = new LRUCache<string, { readonly query: PageQuery | null }>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (_, path) => path.length,
  });
  return (address) => {
    if (!address.includes("?")) return address;
    const url = new URL(address);
    const path = pagePath(url.pathname);
    const { query } = queries.get(path) ?? { query: queryAt(path) };
    queries.set(path, { query });
    if (query === null) return address;
    const params = url.searchParams;
    const read = typeof query === "function" ? query(path, params) : query;
    const isData = url.pathname.endsWith(".data");
    // React Router reads which routes' data it is asked for.
    const unread = [...params.keys()].filter(
      (name) => !read.includes(name) && !(isData && name === "_routes"),
    );
    for (const name of unread) params.delete(name);
    if (params.size === 0) url.search = "";
    return unread.length === 0 && params.size > 0 ? address : url.href;
  };
}

/**
 * The cache key of a page: its address, the layout, country and currency. Not the host name, which clients can invent.
 * Null when the response cannot be shared: no GET, or there are other cookies than the visitor's choices.
 * @param address of `pageAddresses`
 */
export function pageCacheKey({ method, headers }: Request, address: string): string | null {
  if (method !== "GET") return null;
  // The device cookie remains after signing out, and no page depends on it.
  const cookies = withoutDevice(headers.get("cookie"));
  if (cookies !== null && !onlyChoices(cookies)) return null;
  const { country, currency } = cookies === null ? NOTHING_CHOSEN : choicesIn(cookies);
  const path = address.slice(address.indexOf("/", "https://".length));
  return `${country ?? DEFAULT_COUNTRY} ${currency ?? CURRENCIES[0]} ${isCompact(headers) ? "compact" : "wide"} ${path}`;
}
