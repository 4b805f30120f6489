import { AsyncLocalStorage } from "node:async_hooks";
import type { Rate } from "#app/domain/currency.ts";
import { baseLocale, type Locale } from "#app/paraglide/runtime.js";
import type { PageMeta } from "./page-meta.server.ts";

/** A cookie that the shop signed: its value, and the token in it. */
export interface SignedToken {
  readonly value: string;
  readonly token: string;
}

/** The context of one request, for code far from the request handler. */
export interface RequestContext {
  /** Used in logs, the `x-request-id` header and on error pages. */
  readonly id: string;
  readonly locale: Locale;
  /** The cache tags of the page, if it may be cached: see `cachePage`. */
  cacheTags?: readonly string[];
  /** The currency in which prices are shown beside the euro. */
  rate?: Rate;
  /** For search engines and previews: see `setPageMeta`. */
  pageMeta?: () => PageMeta;
  /**
   * Set when the database was unavailable during this request, even if `DatabaseUnavailable` was caught or wrapped
   * (`asUnavailable`).
   */
  outage?: Error & { readonly reason: string };
  /** The rendered page, if there is one (entry.server.tsx). */
  page?: string;
  /** The session that replaced the request's own: see `continueAsSession`. */
  session?: SignedToken;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs a request handler, so that `currentRequest` finds its context at any depth. */
export function inRequest<Result>(context: RequestContext, run: () => Result): Result {
  return storage.run(context, run);
}

/** The context of the current request. Jobs and tests have none. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

/** The language of the current request, or else the default one. */
export function currentLocale(): Locale {
  return storage.getStore()?.locale ?? baseLocale;
}

/** The rate of the current request's second currency, if any. */
export function currentRate(): Rate | undefined {
  return storage.getStore()?.rate;
}

/**
 * Lets the page cache store this response for all signed-out visitors, until one of the tags is invalidated. A tag is a
 * listing type, for example. Only for loaders that depend on the URL alone.
 */
export function cachePage(tags: readonly string[]): void {
  const context = storage.getStore();
  if (context) context.cacheTags = tags;
}

/**
 * Sets the structured data and Open Graph properties of the current page. `meta` is called only when a whole page is
 * rendered, not for a navigation by script.
 */
export function setPageMeta(meta: () => PageMeta): void {
  const context = storage.getStore();
  if (context) context.pageMeta = meta;
}
