import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { encoded, type KeptPage, KeptPages } from "./kept-pages.server.ts";

function page(text: string, ...tags: string[]): KeptPage {
  return { headers: {}, body: new Uint8Array(new TextEncoder().encode(text)), tags };
}

let pages: KeptPages;
beforeEach(() => {
  pages = new KeptPages();
  pages.hearing(true);
});

describe("a kept page", () => {
  test("is given again until what it was made from changes", () => {
    const rackets = page("rackets", "racket");
    const bags = page("bags", "bag");
    pages.keep("/rackets", rackets, pages.moment());
    pages.keep("/bags", bags, pages.moment());
    expect(pages.get("/rackets")).toBe(rackets);
    pages.drop("racket");
    expect(pages.get("/rackets")).toBeUndefined();
    expect(pages.get("/bags")).toBe(bags);
  });

  test("is not kept when a change came while it was being made", () => {
    const since = pages.moment();
    pages.drop("racket");
    pages.keep("/rackets", page("old", "racket"), since);
    expect(pages.get("/rackets")).toBeUndefined();
    pages.keep("/bags", page("bags", "bag"), since);
    expect(pages.get("/bags")).toBeDefined();
  });

  test("is neither kept nor given while changes cannot be heard of", () => {
    pages.keep("/rackets", page("rackets", "racket"), pages.moment());
    pages.hearing(false);
    expect(pages.get("/rackets")).toBeUndefined();
    pages.keep("/rackets", page("rackets", "racket"), pages.moment());
    pages.hearing(true);
    expect(pages.get("/rackets")).toBeUndefined();
  });

  test("is not kept when for a moment of its making changes could not be heard of", () => {
    const since = pages.moment();
    pages.hearing(false);
    pages.hearing(true);
    pages.keep("/rackets", page("old", "racket"), since);
    expect(pages.get("/rackets")).toBeUndefined();
    pages.keep("/rackets", page("rackets", "racket"), pages.moment());
    expect(pages.get("/rackets")).toBeDefined();
  });

  test("makes room for others instead of growing for ever", () => {
    const large = "x".repeat(4 * 1024 * 1024);
    for (let n = 0; n < 20; n++) pages.keep(`/${n}`, page(large, "racket"), pages.moment());
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
