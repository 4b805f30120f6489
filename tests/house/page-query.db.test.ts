// A page that is cached says which parameters it reads, and gets no others (docs/decisions/0156).
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { expect, test, vi } from "vitest";
import type { PageQuery } from "#app/platform/request-context.server.ts";
import routes from "#app/routes.ts";
import { loadModels } from "#server/models-import.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { appSources, failureText, read } from "./source.ts";

type Loader = ((args: never) => unknown) & { readonly query?: PageQuery };

const MODEL = "wilson-blade-98-16x19-v8-2021";
const racket = { path: "", related: "", seller: "" };

openDatabase(async (url) => {
  await loadModels(url);
  const seller = await person("seller");
  racket.seller = `/sellers/${seller.viewer.username}`;
  const { id } = await racketOf(seller, { model: MODEL });
  racket.path = `/rackets/${id}`;
  racket.related = `/listings/related?type=racket&id=${id}`;
});

/** Addresses of cached pages. Their parameters make a page read others. */
const pages = () => [
  ...["/", "/help", "/help?q=fees", "/safety", "/terms", "/sell", "/sell/individual", "/offline"],
  ...["/api/docs", "/api/docs?api=accounts"],
  ...["/manifest.webmanifest", "/search", "/search?in=rackets", "/assistant/suggestions?q=beginner+racket"],
  ...["/rackets", "/rackets/new?dateFilter=month", "/strings?sort=nearest&postalCode=1012AB&maxDistance=5"],
  ...[
    "/clothes/skirts?type=Skirt&size=M",
    "/listings/window?in=/rackets&page=2",
    "/listings/window?in=/search",
  ],
  ...["/rackets/models", "/rackets/models?brand=Wilson", `/rackets/models/${MODEL}`],
  ...[racket.path, `${racket.path}?related`, racket.related, racket.seller],
];

const CACHED = appSources
  .filter((file) => file.endsWith(".route.tsx") || file.endsWith(".route.ts"))
  .filter((file) => read(file).includes("cachePage("));

const tree = (entries: readonly RouteConfigEntry[]): RouteObject[] =>
  entries.map(({ file, path, index, children = [] }) =>
    index ? { id: file, index: true } : { id: file, path, children: tree(children) },
  );

async function routeAt(address: string) {
  const url = new URL(address, "https://shop.example");
  const matched = matchRoutes(tree(await routes), url.pathname)?.at(-1);
  const file = `app/${matched?.route.id}`;
  const { loader } = (await import(/* @vite-ignore */ `../../${file}`)) as { loader: Loader };
  const { query } = loader;
  const declared = typeof query === "function" ? query(url.pathname, url.searchParams) : query;
  return { file, loader, params: matched?.params, declared };
}

const MARK = "marked";

/** The names of parameters that are read of an address with a mark while `run` runs; "everything" for its whole query. */
async function namesRead(run: () => Promise<unknown>): Promise<string[]> {
  const names = new Set<string>();
  const proto = URLSearchParams.prototype;
  const { has } = proto;
  const watch = (method: "get" | "getAll" | "has" | "forEach" | "entries" | "keys" | "values") => {
    const original = proto[method] as (...args: unknown[]) => unknown;
    return vi.spyOn(proto, method).mockImplementation(function (this: URLSearchParams, ...args: unknown[]) {
      if (has.call(this, MARK)) names.add(typeof args[0] === "string" ? args[0] : "everything");
      return original.apply(this, args);
    } as never);
  };
  const watched = (["get", "getAll", "has", "forEach", "entries", "keys", "values"] as const).map(watch);
  try {
    await run();
  } finally {
    for (const spy of watched) spy.mockRestore();
  }
  return [...names];
}

test("each cached page says which parameters it reads, and is among the pages of this test", async () => {
  const found = await Promise.all(pages().map(routeAt));
  const silent = found.filter(({ declared }) => declared === undefined).map(({ file }) => file);
  expect(failureText("Add `loader.query`, next to the loader.", [...new Set(silent)])).toBe("");
  expect([...new Set(found.map(({ file }) => file))].sort()).toEqual([...CACHED].sort());
});

test("the loader of a cached page reads no parameter but those", async () => {
  const found: string[] = [];
  for (const page of pages()) {
    const { loader, params, declared = [] } = await routeAt(page);
    const address = `${page}${page.includes("?") ? "&" : "?"}${MARK}=1`;
    const read = await namesRead(() => new Visitor().open(loader, address, params as Record<string, string>));
    // `?in=` of /search leads to another page, with the whole query. `index` is React Router's (`appPath`).
    const unsaid = read.filter(
      (name) => !declared.includes(name) && name !== "index" && page !== "/search?in=rackets",
    );
    found.push(...unsaid.map((name) => `${page} reads ${name}`));
  }
  expect(failureText("Add the name to `loader.query` of the route.", found)).toBe("");
});
