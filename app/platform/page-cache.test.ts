import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { configure, parseEnv } from "./env.server.ts";
import { type CachedPage, cachePolicy, encoded, PageCache } from "./page-cache.server.ts";

function page(text: string, ...tags: string[]): CachedPage {
  return { headers: {}, body: new Uint8Array(new TextEncoder().encode(text)), tags };
}

beforeAll(() => configure(parseEnv({ BASE_URL: "https://shop.example" })));

let pages: PageCache;
beforeEach(() => {
  pages = new PageCache();
  pages.setListening(true);
});

describe("a cached page", () => {
  test("is served until one of its tags is invalidated", () => {
    const rackets = page("rackets", "racket");
    const bags = page("bags", "bag");
    pages.set("/rackets", rackets, pages.version());
    pages.set("/bags", bags, pages.version());
    expect(pages.get("/rackets")).toBe(rackets);
    pages.invalidate("racket");
    expect(pages.get("/rackets")).toBeUndefined();
    expect(pages.get("/bags")).toBe(bags);
  });

  test("is not stored when a tag was invalidated while it was made", () => {
    const since = pages.version();
    pages.invalidate("racket");
    pages.set("/rackets", page("old", "racket"), since);
    expect(pages.get("/rackets")).toBeUndefined();
    pages.set("/bags", page("bags", "bag"), since);
    expect(pages.get("/bags")).toBeDefined();
  });

  test("is neither stored nor served while invalidations cannot be received", () => {
    pages.set("/rackets", page("rackets", "racket"), pages.version());
    pages.setListening(false);
    expect(pages.get("/rackets")).toBeUndefined();
    pages.set("/rackets", page("rackets", "racket"), pages.version());
    pages.setListening(true);
    expect(pages.get("/rackets")).toBeUndefined();
  });

  test("is not stored when invalidations could not be received for a moment while it was made", () => {
    const since = pages.version();
    pages.setListening(false);
    pages.setListening(true);
    pages.set("/rackets", page("old", "racket"), since);
    expect(pages.get("/rackets")).toBeUndefined();
    pages.set("/rackets", page("rackets", "racket"), pages.version());
    expect(pages.get("/rackets")).toBeDefined();
  });

  test("is evicted when the cache is full", () => {
    const large = "x".repeat(4 * 1024 * 1024);
    for (let n = 0; n < 20; n++) pages.set(`/${n}`, page(large, "racket"), pages.version());
    expect(pages.get("/0")).toBeUndefined();
    expect(pages.get("/19")).toBeDefined();
  });

  test("is evicted when the cache is full of long addresses", () => {
    const address = (n: number) => `/${n}?${"x".repeat(16_000)}`;
    for (let n = 0; n < 2_000; n++) pages.set(address(n), page("small", "racket"), pages.version());
    expect(pages.get(address(0))).toBeUndefined();
    expect(pages.get(address(1_999))).toBeDefined();
  });
});

describe("the body of a cached page", () => {
  test("is compressed for readers that accept it, and is the same for all", () => {
    const long = page("rackets ".repeat(1000), "racket");
    const { body, encoding } = encoded(long, "gzip, br");
    expect(encoding).toBe("br");
    expect(brotliDecompressSync(body)).toEqual(Buffer.from(long.body));
    expect(encoded(long, "br").body).toBe(body);
    expect(gunzipSync(encoded(long, "gzip").body)).toEqual(Buffer.from(long.body));
    expect(encoded(long, "").body).toBe(long.body);
    expect(encoded(page("short", "racket"), "gzip").encoding).toBeUndefined();
  });
});

test.each([
  ["GET", "/help", "private, no-cache"],
  ["HEAD", "/nl/help", "private, no-cache"],
  ["GET", "/auth", "private, no-store"],
  ["GET", "/auth?next=%2Fsell", "private, no-store"],
  ["GET", "/nl/auth/code", "private, no-store"],
  ["GET", "/auth/two-factor", "private, no-store"],
  ["GET", "/report/listing/1", "private, no-store"],
  ["GET", "/preferences/sizes", "private, no-store"],
  ["POST", "/help", "private, no-store"],
  ["GET", "/terms?token=secret", "private, no-store"],
])("%s %s of a visitor has the cache-control %s [V14.3.2]", (method, path, policy) => {
  const request = new Request(`https://shop.example${path}`, { method });
  expect(cachePolicy(request, { id: "1", locale: "en-GB", page: Buffer.from("<html>") })).toBe(policy);
});
