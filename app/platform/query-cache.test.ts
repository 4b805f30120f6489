import { describe, expect, test } from "vitest";
import { QueryCache } from "./query-cache.server.ts";

function counter() {
  let calls = 0;
  return async (type: string) => `${type} ${++calls}`;
}

function listeningCache(): QueryCache {
  const cache = new QueryCache();
  cache.setListening(true);
  return cache;
}

describe("a cached query", () => {
  test("runs once until a listing of its type changes", async () => {
    const cache = listeningCache();
    const find = counter();
    expect(await cache.get("brands", "racket", find)).toBe("racket 1");
    expect(await cache.get("brands", "racket", find)).toBe("racket 1");
    cache.invalidate("bag");
    expect(await cache.get("brands", "racket", find)).toBe("racket 1");
    cache.invalidate("racket");
    expect(await cache.get("brands", "racket", find)).toBe("racket 2");
  });

  test("is cached by type and by name", async () => {
    const cache = listeningCache();
    const find = counter();
    expect(await cache.get("brands", "racket", find)).toBe("racket 1");
    expect(await cache.get("brands", "bag", find)).toBe("bag 2");
    expect(await cache.get("colours", "racket", find)).toBe("racket 3");
  });

  test("is not stored when a listing changed while it ran", async () => {
    const cache = listeningCache();
    const find = counter();
    const old = cache.get("brands", "racket", find);
    cache.invalidate("racket");
    expect(await cache.get("brands", "racket", find)).toBe("racket 2");
    expect(await old).toBe("racket 1");
    expect(await cache.get("brands", "racket", find)).toBe("racket 2");
  });

  test("runs each time while changes cannot be received", async () => {
    const cache = listeningCache();
    const find = counter();
    cache.setListening(false);
    expect(await cache.get("brands", "racket", find)).toBe("racket 1");
    expect(await cache.get("brands", "racket", find)).toBe("racket 2");
  });

  test("that failed runs again", async () => {
    const cache = listeningCache();
    await expect(cache.get("brands", "racket", () => Promise.reject(new Error("down")))).rejects.toThrow(
      "down",
    );
    expect(await cache.get("brands", "racket", counter())).toBe("racket 1");
  });
});
