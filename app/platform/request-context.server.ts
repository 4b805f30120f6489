import { AsyncLocalStorage } from "node:async_hooks";
import type { Rate } from "#app/domain/currency.ts";
import { baseLocale, type Locale } from "#app/paraglide/runtime.js";
import type { PageMeta } from "./page-meta.server.ts";

/** A signed cookie of ours: its value, and the token in it. */
export interface SignedToken {
  readonly value: string;
  readonly token: string;
}

/** What belongs to one request and is asked for far from where it arrived. */
export interface RequestContext {
  /** In logs, the `x-request-id` header and on error pages. */
  readonly id: string;
  /** The language of the address. */
  readonly locale: Locale;
  /** The cache tags of the page, if it may be cached: see `cachePage`. */
  cacheTags?: readonly string[];
  /** What prices are shown in beside the euro. */
  rate?: Rate;
  /** For search engines and previews: see `setPageMeta`. */
  pageMeta?: () => PageMeta;
  /** The database was away when it was asked for this, whatever was made of its `DatabaseUnavailable` since (`asUnavailable`). */
  away?: Error & { readonly reason: string };
  /** The page that was rendered, if it is one (entry.server.tsx). */
  page?: string;
  /** The session that took the place of the one that the request brought: see `continueAsSession`. */
  session?: SignedToken;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs what answers a request, so that `currentRequest` finds it however deep. */
export function inRequest<Result>(context: RequestContext, run: () => Result): Result {
  return storage.run(context, run);
}

/** The request in progress, or none: jobs and tests run outside of any. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

/** The language of the request in progress, else the default one. */
export function currentLocale(): Locale {
  return storage.getStore()?.locale ?? baseLocale;
}

/** What the request in progress shows prices in beside the euro, if anything. */
export function currentRate(): Rate | undefined {
  return storage.getStore()?.rate;
}

/**
 * Lets the page cache keep this answer for every signed-out visitor until one of the tags is invalidated: a listing
 * type, for example. Only for loaders that looked at nothing but the address.
 */
export function cachePage(tags: readonly string[]): void {
  const context = storage.getStore();
  if (context) context.cacheTags = tags;
}

/**
 * Sets the structured data and Open Graph properties of the page that is being made. `meta` is called only where a
 * whole page is rendered: a browser that navigates on its own is sent nothing of it.
 */
export function setPageMeta(meta: () => PageMeta): void {
  const context = storage.getStore();
  if (context) context.pageMeta = meta;
}
