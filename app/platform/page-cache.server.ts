import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { encodingFor } from "./compressed.server.ts";

/**
 * Compresses a page, by encoding. At level 5, Brotli is a sixth smaller than gzip, and takes a few milliseconds per
 * copy.
 */
const ENCODERS = {
  br: (body: Uint8Array) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Uint8Array) => gzipSync(body),
} as const;

export interface CachedPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Compressed copies, each made on first request. */
  copies?: Partial<Record<keyof typeof ENCODERS, Uint8Array<ArrayBuffer>>>;
  readonly tags: readonly string[];
}

const MAX_BYTES = 32 * 1024 * 1024;
/** A limit is needed because "today" and "this week" become stale even when no data changes. */
const TTL_MS = 60_000;

/**
 * Whole pages for signed-out visitors (docs/decisions/0007). A page is cached until one of its tags is invalidated, and
 * at most a minute. While this server cannot listen for changes, nothing is cached.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, CachedPage>({
    maxSize: MAX_BYTES,
    ttl: TTL_MS,
    // Doubled, because the compressed copies are added later.
    sizeCalculation: (page) => page.body.byteLength * 2 + 1024,
  });
  readonly #changes = new Map<string, number>();
  #listening = false;
  /** The version up to which changes may have been missed. */
  #missedUntil = 0;

  get(key: string): CachedPage | undefined {
    return this.#listening ? this.#pages.get(key) : undefined;
  }

  /** Counts the invalidations. A page is cached only if its tags were not invalidated while it was rendered. */
  version(): number {
    return this.#changes.get("") ?? 0;
  }

  set(key: string, page: CachedPage, since: number): void {
    const changed =
      this.#missedUntil > since || page.tags.some((tag) => (this.#changes.get(tag) ?? 0) > since);
    if (this.#listening && !changed) this.#pages.set(key, page);
  }

  invalidate(tag: string): void {
    const now = this.version() + 1;
    this.#changes.set("", now);
    this.#changes.set(tag, now);
    for (const [key, page] of this.#pages.entries()) {
      if (page.tags.includes(tag)) this.#pages.delete(key);
    }
  }

  /**
   * Whether this server receives other servers' changes. If not, nothing is cached, including pages that are being
   * rendered.
   */
  setListening(yes: boolean): void {
    this.#listening = yes;
    this.#pages.clear();
    this.#missedUntil = this.version() + 1;
    this.#changes.set("", this.#missedUntil);
  }
}

/** The page's body in an encoding that this visitor accepts. */
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
