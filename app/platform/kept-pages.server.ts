import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { encodingFor } from "./compressed.server.ts";

/** By what browsers take best. Brotli's level 5 leaves a sixth less than gzip for a few milliseconds, once a copy. */
const ENCODERS = {
  br: (body: Uint8Array) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Uint8Array) => gzipSync(body),
} as const;

/** A whole answer, ready to be sent again. */
export interface KeptPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Compressed copies, each made when it is first asked for. */
  copies?: Partial<Record<keyof typeof ENCODERS, Uint8Array<ArrayBuffer>>>;
  readonly tags: readonly string[];
}

const MOST_BYTES = 32 * 1024 * 1024;
/** "Today" and "this week" move on without anything being changed. */
const LONGEST_MS = 60_000;

/**
 * Answers for signed-out visitors, kept until what they were made from changes (docs/decisions/0007). A copy, never the
 * truth: without it every page is just made anew, and while changes cannot be heard of nothing is kept.
 */
export class KeptPages {
  readonly #pages = new LRUCache<string, KeptPage>({
    maxSize: MOST_BYTES,
    ttl: LONGEST_MS,
    // Twice: the compressed copies come later.
    sizeCalculation: (page) => page.body.byteLength * 2 + 1024,
  });
  readonly #changes = new Map<string, number>();
  #hearing = false;
  /** How often things had changed when they were last not heard of. */
  #unheard = 0;

  get(key: string): KeptPage | undefined {
    return this.#hearing ? this.#pages.get(key) : undefined;
  }

  /** How often things changed so far: a page is kept only if this is the same after it was made as before. */
  moment(): number {
    return this.#changes.get("") ?? 0;
  }

  keep(key: string, page: KeptPage, since: number): void {
    const changed = this.#unheard > since || page.tags.some((tag) => (this.#changes.get(tag) ?? 0) > since);
    if (this.#hearing && !changed) this.#pages.set(key, page);
  }

  /** Drops every page made from `tag`. */
  drop(tag: string): void {
    const now = this.moment() + 1;
    this.#changes.set("", now);
    this.#changes.set(tag, now);
    for (const [key, page] of this.#pages.entries()) {
      if (page.tags.includes(tag)) this.#pages.delete(key);
    }
  }

  /** Whether changes made elsewhere are heard of. When not, nothing is kept, nor what was begun before. */
  hearing(yes: boolean): void {
    this.#hearing = yes;
    this.#pages.clear();
    this.#unheard = this.moment() + 1;
    this.#changes.set("", this.#unheard);
  }
}

/** The page's body as this visitor can read it. */
export function encoded(
  page: KeptPage,
  acceptEncoding: string,
): { body: Uint8Array<ArrayBuffer>; encoding?: keyof typeof ENCODERS } {
  const encoding = encodingFor(acceptEncoding);
  if (!encoding || page.body.byteLength < 1024) return { body: page.body };
  page.copies ??= {};
  page.copies[encoding] ??= new Uint8Array(ENCODERS[encoding](page.body));
  return { body: page.copies[encoding], encoding };
}

/** This server's kept pages. */
export const keptPages = new KeptPages();
