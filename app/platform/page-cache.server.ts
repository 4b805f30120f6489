import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { indexingOf } from "#app/domain/indexing.ts";
import { splitLocale } from "#app/domain/local-path.ts";
import { encodingFor } from "./compressed.server.ts";
import type { RequestContext } from "./request-context.server.ts";
import { sessionTokenOf } from "./session.server.ts";
import { sharedCache } from "./shared-cache.server.ts";

/** At level 5, Brotli is a sixth smaller than gzip, and takes a few milliseconds. */
const ENCODERS = {
  br: (body: Uint8Array) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Uint8Array) => gzipSync(body),
} as const;

export interface CachedPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Compressed copies, each made when it is first requested. */
  copies?: Partial<Record<keyof typeof ENCODERS, Uint8Array<ArrayBuffer>>>;
  readonly tags: readonly string[];
  /** The pattern of its path. */
  readonly route?: string;
}

const MAX_BYTES = 32 * 1024 * 1024;
/** Limited, because "today" and "this week" become wrong even if no data changes. */
const TTL_MS = 60_000;

/**
 * Whole pages for signed-out visitors (docs/decisions/0007), each until one of its tags is invalidated, at most for a
 * minute. Nothing is cached while this server cannot listen for changes. What is invalidated here is purged from the
 * caches in front of the shop too.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, CachedPage>({
    maxSize: MAX_BYTES,
    ttl: TTL_MS,
    // The body is doubled for the compressed copies, the key because V8 may need two bytes per character.
    sizeCalculation: (page, key) => (page.body.byteLength + key.length) * 2 + 1024,
  });
  readonly #changes = new Map<string, number>();
  #listening = false;
  /** Since the start: how often a page was there, and how often it was not. */
  readonly lookUps = { hit: 0, miss: 0 };
  /** Changes up to this version may have been missed. */
  #missedUntil = 0;

  get(key: string): CachedPage | undefined {
    const page = this.#listening ? this.#pages.get(key) : undefined;
    this.lookUps[page ? "hit" : "miss"] += 1;
    return page;
  }

  /** The number of invalidations. Pass it to `set`, which rejects pages whose tags were invalidated since. */
  version(): number {
    return this.#changes.get("") ?? 0;
  }

  /** Returns whether the page was cached. */
  set(key: string, page: CachedPage, since: number): boolean {
    const changed =
      this.#missedUntil > since || page.tags.some((tag) => (this.#changes.get(tag) ?? 0) > since);
    if (!this.#listening || changed) return false;
    this.#pages.set(key, page);
    return true;
  }

  /** How long a page has been cached, in milliseconds. */
  age(key: string): number {
    return TTL_MS - this.#pages.getRemainingTTL(key);
  }

  invalidate(tag: string): void {
    const now = this.version() + 1;
    this.#changes.set("", now);
    this.#changes.set(tag, now);
    for (const [key, page] of this.#pages.entries()) {
      if (page.tags.includes(tag)) this.#pages.delete(key);
    }
    sharedCache.purge(tag);
  }

  /**
   * Tells the cache whether this server receives the changes of other servers. Each call also discards pages that are
   * being rendered.
   */
  setListening(yes: boolean): void {
    this.#listening = yes;
    this.#pages.clear();
    this.#missedUntil = this.version() + 1;
    this.#changes.set("", this.#missedUntil);
    if (yes) sharedCache.purge();
  }
}

/** The body of a page in an encoding that the visitor accepts. */
export function encoded(
  page: CachedPage,
  acceptEncoding: string,
): { body: Uint8Array<ArrayBuffer>; encoding?: keyof typeof ENCODERS } {
  const encoding = encodingFor(acceptEncoding);
  if (!encoding || page.body.byteLength < 1024) return { body: page.body };
  page.copies ??= {};
  page.copies[encoding] ??= new Uint8Array(ENCODERS[encoding](page.body));
  return { body: page.copies[encoding], encoding };
}

export const pageCache = new PageCache();

/** Of pages that browsers may keep, and revalidate. */
export const VISITOR_POLICY = "private, no-cache";

/**
 * Browsers may keep the pages of visitors that robots may read too, and revalidate them, because they change with the
 * stock. They store no other answer: Back would show the next person a page of a signed-in person, or the text that the person
 * before typed into a form (decision 0007).
 */
export function cachePolicy(request: Request, { page, cacheTags, streamsCards }: RequestContext): string {
  const { pathname, searchParams } = new URL(request.url);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isOpen = page !== undefined && indexingOf(splitLocale(pathname).path) !== "closed";
  const isPublic = isRead && !searchParams.has("token") && (isOpen || cacheTags !== undefined);
  if (isPublic && !sessionTokenOf(request)) return VISITOR_POLICY;
  return streamsCards ? "private, no-store, no-transform" : "private, no-store";
}
