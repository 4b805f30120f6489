import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import type { PageQuery } from "#app/platform/request-context.server.ts";
import { pageAddresses, pageCacheKey } from "./page-address.ts";

function route(id: string, parentId: string | undefined, path: string | undefined, query?: PageQuery) {
  const loader = Object.assign(() => null, query && { query });
  return { id, parentId, path, index: path === undefined && id !== "root", module: { loader } };
}

const ROUTES = [
  route("root", undefined, undefined),
  route("home", "root", undefined, []),
  route("list", "root", "/rackets", ["brand", "page"]),
  route("detail", "root", "/rackets/:id", []),
  route("new", "root", "/rackets/new", (path, params) => [`from${path}`, `of${params.get("in")}`, "in"]),
  route("orders", "root", "/orders"),
];
const pageAddress = pageAddresses(
  Object.fromEntries(ROUTES.map((one) => [one.id, one])) as unknown as ServerBuild["routes"],
);
const SHOP = "https://shop.example";

test.each([
  ["/rackets?utm_source=mail&fbclid=a&gclid=b&x=1", "/rackets"],
  ["/rackets?", "/rackets"],
  ["/rackets?=1&&", "/rackets"],
  ["/rackets?brand=Head&utm_source=mail&page=2", "/rackets?brand=Head&page=2"],
  // Names are compared as the page reads them.
  ["/rackets?Brand=Head&BRAND=Head&b%72and=Head", "/rackets?brand=Head"],
  ["/?brand=Head", "/"],
  ["/rackets/0198?from=favorites", "/rackets/0198"],
  ["/de/rackets?x=1&page=2", "/de/rackets?page=2"],
  ["/de?x=1", "/de"],
  ["/rackets/new?in=b&x=1&ofb=2&from/rackets/new=3", "/rackets/new?in=b&ofb=2&from%2Frackets%2Fnew=3"],
  ["/de/rackets.data?x=1&page=2&_routes=list", "/de/rackets.data?page=2&_routes=list"],
  ["/_.data?_routes=home&x=1", "/_.data?_routes=home"],
  ["/rackets?page=2&_routes=list", "/rackets?page=2"],
])("%s is the page %s", (address, page) => {
  expect(pageAddress(SHOP + address)).toBe(SHOP + page);
});

test.each([
  // The order may matter, and of several values of a name the page takes some.
  "/rackets?brand=Head&brand=Wilson&page=2&page=3",
  "/rackets?page=2&brand=Wilson&brand=Head",
  "/rackets?brand=a+b%20c&page=",
  // These pages do not say what they read.
  "/orders?tab=sales&x=1",
  "/nothing/here?x=1",
  "/rackets",
])("%s has a copy of its own", (address) => {
  expect(pageAddress(SHOP + address)).toBe(SHOP + address);
});

test("the key of a page has the layout and the visitor's choices, and there is none for anybody else", () => {
  const keyOf = (headers: Record<string, string>, method = "GET") =>
    pageCacheKey(new Request(`${SHOP}/rackets?x=1`, { method, headers }), `${SHOP}/rackets`);
  expect(keyOf({})).toBe("NL EUR wide /rackets");
  expect(keyOf({ "sec-ch-ua-mobile": "?1" })).toBe("NL EUR compact /rackets");
  expect(keyOf({ cookie: "country=DE; currency=GBP" })).toBe("DE GBP wide /rackets");
  expect(keyOf({ cookie: "second-serve.session_token=a.b" })).toBeNull();
  expect(keyOf({}, "POST")).toBeNull();
});
