import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { type CachedPage, encoded, PageCache } from "./page-cache.server.ts";

function page(text: string, ...tags: string[]): CachedPage {
  return { headers: {}, body: new Uint8Array(new TextEncoder().encode(text)), tags };
}

let pages: PageCache;
beforeEach(() => {
  pages = new PageCache();
  pages.setListening(true);
});

describe("a kept page", () => {
  test("is given again until what it was made from changes", () => {
    const rackets = page("rackets", "racket");
    const bags = page("bags", "bag");
    pages.set("/rackets", rackets, pages.version());
    pages.set("/bags", bags, pages.version());
    expect(pages.get("/rackets")).toBe(rackets);
    pages.invalidate("racket");
    expect(pages.get("/rackets")).toBeUndefined();
    expect(pages.get("/bags")).toBe(bags);
  });

  test("is not kept when a change came while it was being made", () => {
    const since = pages.version();
    pages.invalidate("racket");
    pages.set("/rackets", page("old", "racket"), since);
    expect(pages.get("/rackets")).toBeUndefined();
    pages.set("/bags", page("bags", "bag"), since);
    expect(pages.get("/bags")).toBeDefined();
  });

  test("is neither kept nor given while changes cannot be heard of", () => {
    pages.set("/rackets", page("rackets", "racket"), pages.version());
    pages.setListening(false);
    expect(pages.get("/rackets")).toBeUndefined();
    pages.set("/rackets", page("rackets", "racket"), pages.version());
    pages.setListening(true);
    expect(pages.get("/rackets")).toBeUndefined();
  });

  test("is not kept when for a moment of its making changes could not be heard of", () => {
    const since = pages.version();
    pages.setListening(false);
    pages.setListening(true);
    pages.set("/rackets", page("old", "racket"), since);
    expect(pages.get("/rackets")).toBeUndefined();
    pages.set("/rackets", page("rackets", "racket"), pages.version());
    expect(pages.get("/rackets")).toBeDefined();
  });

  test("makes room for others instead of growing for ever", () => {
    const large = "x".repeat(4 * 1024 * 1024);
    for (let n = 0; n < 20; n++) pages.set(`/${n}`, page(large, "racket"), pages.version());
    expect(pages.get("/0")).toBeUndefined();
    expect(pages.get("/19")).toBeDefined();
  });
});

describe("its body", () => {
  test("is compressed for who can read that, and the same for all", () => {
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
