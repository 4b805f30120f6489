import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { PageCache } from "./page-cache.server.ts";
import { SharedCache, sharedCache } from "./shared-cache.server.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  sharedCache.use([]);
  for (const close of closing.splice(0)) close();
});

/** A cache that answers purges with this status, and what it was asked. */
async function cacheOf(status: () => number) {
  const requests: IncomingMessage[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push(incoming);
    outgoing.writeHead(status()).end("purged");
  });
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const keys = () => requests.flatMap(({ headers }) => headers["surrogate-key"]?.toString().split(" ") ?? []);
  return { url: `http://user:p%40ss@127.0.0.1:${port}/all`, requests, keys };
}

test("each cache is purged twice of a tag, with the name and password of its address", async () => {
  const caches = [await cacheOf(() => 200), await cacheOf(() => 204)];
  const shared = new SharedCache();
  shared.use(caches.map(({ url }) => url));
  expect(shared.isPurged).toBe(false);
  shared.purge("racket");
  shared.purge();
  for (const { keys, requests } of caches) {
    await vi.waitFor(() => expect(keys().sort()).toEqual(["racket", "racket", "shop", "shop"]), 10_000);
    expect(requests[0]).toMatchObject({
      method: "PURGE",
      url: "/all",
      headers: { authorization: `Basic ${Buffer.from("user:p@ss").toString("base64")}` },
    });
  }
  expect(shared.isPurged).toBe(true);
});

test("purges that a cache refuses are repeated together until it accepts them, and no page may be kept meanwhile", async () => {
  let status = 503;
  const cache = await cacheOf(() => status);
  const shared = new SharedCache();
  shared.use([cache.url]);
  for (const tag of ["racket", "bag"]) shared.purge(tag);
  await vi.waitFor(() => expect(cache.keys()).toContain("bag"), 10_000);
  expect(shared.isPurged).toBe(false);
  status = 200;
  await vi.waitFor(() => expect(shared.isPurged).toBe(true), 10_000);
  const last = cache.requests.findLast(({ headers }) => headers["surrogate-key"]?.includes(" "));
  expect(last?.headers["surrogate-key"]?.toString().split(" ").sort()).toEqual(["bag", "racket"]);
});

test("what the page cache invalidates is purged, and everything when it is told of changes again", async () => {
  const cache = await cacheOf(() => 200);
  sharedCache.use([cache.url]);
  const pages = new PageCache();
  pages.setListening(false);
  pages.invalidate("bag");
  pages.setListening(true);
  await vi.waitFor(() => expect(cache.keys()).toEqual(expect.arrayContaining(["bag", "shop"])), 10_000);
});

test("without a cache nobody is purged", () => {
  const shared = new SharedCache();
  shared.purge("racket");
  expect(shared.isPurged).toBeUndefined();
});
