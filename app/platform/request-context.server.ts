import { AsyncLocalStorage } from "node:async_hooks";
import type { Rate } from "#app/domain/currency.ts";
import { baseLocale, type Locale } from "#app/paraglide/runtime.js";
import { isLoopback } from "./env-values.server.ts";
import type { PageMeta } from "./page-meta.server.ts";

/** `value` is the value of a signed cookie, `token` the signed text in it. */
export interface SignedToken {
  readonly value: string;
  readonly token: string;
}

export interface RequestContext {
  /** In logs, the `x-request-id` header and on error pages. A trusted proxy may have chosen it. */
  readonly id: string;
  /** The header of a trusted proxy, for logs. */
  readonly traceparent?: string;
  /** Of the scripts of the page (content-security-policy.server.ts). */
  readonly nonce?: string;
  readonly locale: Locale;
  /** The pattern of the path, "/rackets/:id". Set when the first loader or action runs. */
  route?: string;
  /** Set by `cachePage`. */
  cacheTags?: readonly string[];
  /** Set by `streamCards`. */
  streamsCards?: boolean;
  /** The rate of the display currency. */
  rate?: Rate;
  /** Set by `setPageMeta`. */
  pageMeta?: () => PageMeta;
  /** Set when the database was unavailable, even if a library caught the error (`asUnavailable`). */
  outage?: Error & { readonly reason: string };
  /** The HTML of the page (entry.server.tsx). */
  page?: Buffer<ArrayBuffer>;
  /** Set by `continueAsSession`. */
  session?: SignedToken;
  /** Set by `leaveSessionEnd`. */
  leavesSessionEnd?: true;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Makes `context` the context that `currentRequest` returns in everything that `run` calls. */
export function inRequest<Result>(context: RequestContext, run: () => Result): Result {
  return storage.run(context, run);
}

/** The context of the current request; undefined in jobs, unless they call `inRequest` for a language. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

/** The language of the current request, or else the default language. */
export function currentLocale(): Locale {
  return storage.getStore()?.locale ?? baseLocale;
}

/** The rate of the display currency of the current request, if any. */
export function currentRate(): Rate | undefined {
  return storage.getStore()?.rate;
}

/**
 * The parameters of the query that a page reads, as the property `query` of its loader: their names, or a function of
 * the page's path and query. The host takes all others from the URL before it renders the page (server/page-address.ts).
 */
export type PageQuery = readonly string[] | ((path: string, params: URLSearchParams) => readonly string[]);

export const NO_QUERY: readonly string[] = [];

/**
 * Lets the page cache store this page for all signed-out visitors, until one of the tags is invalidated. Only for
 * loaders with a `query` that depend on nothing but the cache key (server/page-address.ts): path, that query, layout,
 * country and currency.
 */
export function cachePage(tags: readonly string[]): void {
  const context = storage.getStore();
  if (context) context.cacheTags = tags;
}

/** Does not extend the session: open pages send this request by themselves, also when nobody looks at them. */
export function leaveSessionEnd(): void {
  const context = storage.getStore();
  if (context) context.leavesSessionEnd = true;
}

/** Leaves the data of this page uncompressed: compression would delay all of it until its cards arrive. */
export function streamCards(): void {
  const context = storage.getStore();
  if (context) context.streamsCards = true;
}

/**
 * Sets the page meta of the current page. `meta` is called only when a whole page is rendered, not for data requests.
 */
export function setPageMeta(meta: () => PageMeta): void {
  const context = storage.getStore();
  if (context) context.pageMeta = meta;
}

/** Headers of proxies. The host itself writes x-client-ip. */
const BY_PROXY =
  /^(forwarded|via|cdn-loop|x-real-ip|x-forwarded.*|x-original-.*|.+-client-ip|.+-connecting-ip)$/;

/** Whether a request comes from this machine and not through a proxy, which forwards requests of others. */
export function isFromThisMachine(request: Request): boolean {
  if (!isLoopback(request.headers.get("x-client-ip") ?? "")) return false;
  if (!isLoopback(new URL(request.url).hostname)) return false;
  return [...request.headers.keys()].every((name) => name === "x-client-ip" || !BY_PROXY.test(name));
}
