import { AsyncLocalStorage } from "node:async_hooks";
import type { Rate } from "#app/domain/currency.ts";
import { baseLocale, type Locale } from "#app/paraglide/runtime.js";
import type { DatabaseAway } from "./database-away.server.ts";
import type { ToldMachines } from "./machine-head.server.ts";

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
  /** What the answer was made from, if it may be kept: see `keepFor`. */
  keptTags?: readonly string[];
  /** What prices are shown in beside the euro. */
  rate?: Rate;
  /** What its head says to machines: see `tellMachines`. */
  tellMachines?: () => ToldMachines;
  /** The database was away when it was asked for this, whatever was made of that since (`asAway`). */
  away?: DatabaseAway;
  /** The page that was rendered, if it is one (entry.server.tsx). */
  page?: string;
  /** The session that took the place of the one that the request brought: see `goOnAs`. */
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
 * Says that this answer is the same for every signed-out visitor until one of the tags changes: a listing type, for
 * one. Only for loaders that looked at nothing but the address.
 */
export function keepFor(tags: readonly string[]): void {
  const context = storage.getStore();
  if (context) context.keptTags = tags;
}
