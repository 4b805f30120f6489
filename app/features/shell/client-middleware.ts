import type { DataStrategyResult, MiddlewareFunction } from "react-router";

type ClientMiddleware = MiddlewareFunction<Record<string, DataStrategyResult>>;

/**
 * Replaces the history entry of a page that redirects when Back or Forward leads to it, or when it is loaded again.
 * React Router adds an entry instead, and Back would lead to the redirect for ever.
 */
export const replaceRedirectingEntry: ClientMiddleware = async ({ request }, next) => {
  const results = await next();
  // A new page is loaded before it has an entry: then the browser's address is still the one before.
  const [address] = location.href.split("#");
  if (request.method === "GET" && request.url === address) {
    for (const { result } of Object.values(results))
      if (result instanceof Response) result.headers.set("X-Remix-Replace", "yes");
  }
  return results;
};
