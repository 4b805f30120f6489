import { setTimeout as delay } from "node:timers/promises";
import { logger } from "./log.server.ts";

/** The surrogate key of every page. */
const EVERY_PAGE = "shop";

/**
 * Pages that left this server just before a change may reach the cache after the purge. The cache keeps none that was
 * longer on its way than 0.4 s (deploy/varnish.vcl), so a second purge after this time finds them all.
 */
export const AGAIN_MS = 700;
const PATIENCE_MS = 2_000;
const RETRY_MS = { first: 250, longest: 2_000 };

/** A cache in front of the shop. Purges are collected while one is under way. */
class PurgeTarget {
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #waiting = new Set<string>();
  #isSending = false;
  /** Whether it accepted the last purge. Undefined before the first. */
  accepts: boolean | undefined;

  constructor(url: string) {
    this.#url = new URL(url);
    const { username, password } = this.#url;
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#headers =
      username === "" ? {} : { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
    // A request with credentials in its URL is refused by `fetch`.
    this.#url.username = "";
    this.#url.password = "";
  }

  purge(key: string): void {
    this.#waiting.add(key);
    if (!this.#isSending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    let pause = RETRY_MS.first;
    while (this.#waiting.size > 0) {
      const keys = [...this.#waiting];
      this.#waiting.clear();
      try {
        await this.#ask(keys);
        if (this.accepts === false) logger.info({ url: this.#url.href }, "the shared cache is purged again");
        this.accepts = true;
        pause = RETRY_MS.first;
      } catch (error) {
        if (this.accepts !== false)
          logger.error({ err: error, url: this.#url.href }, "the shared cache was not purged");
        this.accepts = false;
        for (const key of keys) this.#waiting.add(key);
        await delay(pause, undefined, { ref: false });
        pause = Math.min(pause * 2, RETRY_MS.longest);
      }
    }
    this.#isSending = false;
  }

  async #ask(keys: readonly string[]): Promise<void> {
    const answer = await fetch(this.#url, {
      method: "PURGE",
      headers: { ...this.#headers, "surrogate-key": keys.join(" ") },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`It answered ${answer.status}.`);
  }
}

/**
 * The caches in front of the shop that keep pages of visitors until they are purged (docs/decisions/0199). Each server
 * purges whatever it is told of, because a server that does not know of a change yet may still send an old page, and is
 * told of the change before it purges.
 */
export class SharedCache {
  #targets: readonly PurgeTarget[] = [];

  /** @param urls each gets the requests that purge it */
  use(urls: readonly string[]): void {
    this.#targets = urls.map((url) => new PurgeTarget(url));
  }

  /** Whether the caches may keep pages: all accepted the last purge of this server. Undefined without any. */
  get isPurged(): boolean | undefined {
    return this.#targets.length === 0 ? undefined : this.#targets.every(({ accepts }) => accepts === true);
  }

  /** Removes all pages with this cache tag; without a tag, all pages. */
  purge(tag = EVERY_PAGE): void {
    if (this.#targets.length === 0) return;
    const run = () => {
      for (const target of this.#targets) target.purge(tag);
    };
    run();
    setTimeout(run, AGAIN_MS).unref();
  }
}

export const sharedCache = new SharedCache();

/** So long does a shared cache send a page as it is, and for as long again while it fetches the page anew. */
const FRESH_SECONDS = 60;

/**
 * The headers of a page that shared caches may keep.
 * @param age since when the page is cached here
 * @param took how long the request had been here when nothing had changed yet
 */
export function sharedHeaders(
  tags: readonly string[],
  { age, took }: { readonly age: number; readonly took: number },
): Record<string, string> {
  return {
    "cache-control": `public, max-age=0, s-maxage=${FRESH_SECONDS}, stale-while-revalidate=${FRESH_SECONDS}`,
    age: String(Math.floor(age / 1000)),
    vary: "accept-encoding, shop-variant",
    "surrogate-key": [EVERY_PAGE, ...tags].join(" "),
    "shop-took": `${(took / 1000).toFixed(3)}s`,
  };
}
