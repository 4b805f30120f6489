import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Page } from "playwright-core";
import { matchRoutes, type RouteObject } from "react-router";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { splitLocale } from "#app/domain/local-path.ts";
import routes from "#app/routes.ts";
import { faultsInAppearances } from "./axe.ts";
import type { Tab } from "./browser.ts";

/** `page` is whether the route renders a page. */
export type KnownRoute = {
  readonly id: string;
  readonly path: string;
  readonly file: string;
  readonly page: boolean;
};

function knownRoutes(
  entries: readonly RouteConfigEntry[],
  parent = "",
): { route: RouteObject; known: KnownRoute[] }[] {
  return entries.map(({ id, path, index, file, children = [] }) => {
    const whole = path?.startsWith("/") ? path : `${parent}/${path ?? ""}`.replace(/\/+$/, "");
    const below = knownRoutes(children, whole);
    const name = id ?? file;
    const page = /export default/.test(readFileSync(`app/${file}`, "utf8"));
    // A layout route has no URL of its own.
    const own = index || path !== undefined ? [{ id: name, path: whole || "/", file, page }] : [];
    const route = index
      ? { id: name, index: true as const }
      : { id: name, path, children: below.map((one) => one.route) };
    return { route, known: [...own, ...below.flatMap((one) => one.known)] };
  });
}

const table = knownRoutes(routes);
const objects = table.map(({ route }) => route);

export const KNOWN: readonly KnownRoute[] = table.flatMap(({ known }) => known);

/** The pages in the dropdowns of the category bar, whose links exist only while a dropdown is open. */
export const CATEGORY_BAR_PATHS: readonly string[] = CATEGORIES.flatMap(({ plural, subcategories }) =>
  subcategories.map(({ slug }) => `/${plural}/${slug}`),
);

export function routeOf(pathname: string): KnownRoute | undefined {
  const { path } = splitLocale(pathname);
  if (!routeByPath.has(path)) {
    const id = matchRoutes(objects, path)?.at(-1)?.route.id;
    routeByPath.set(
      path,
      KNOWN.find((known) => known.id === id),
    );
  }
  return routeByPath.get(path);
}
/** Caches matches: `matchRoutes` ranks all routes at each call, and a page has hundreds of links. */
const routeByPath = new Map<string, KnownRoute | undefined>();

export type Crawl = {
  faults: string[];
  /** The ids of the routes that the crawl reached. */
  reached: Set<string>;
  /** The title of the first page of each route, by the route's id. */
  titles: Map<string, string>;
  /** The h1 of the same pages. */
  headings: Map<string, string>;
  /** The URL paths to check in a browser: one in English for each route file, and one for each other language. */
  addresses: Map<string, string>;
};

/** How many English URLs of one route are requested. The links of filters alone lead to thousands of URLs. */
const MAX_REQUESTS = 3;

const HREF = /<a\b[^>]*?\shref="([^"]+)"/g;

/** Null for a link to another site, to the API, or a `mailto:` link. */
function addressOf(href: string, from: string, origin: string): URL | null {
  if (!URL.canParse(href, from)) return null;
  const url = new URL(href, from);
  return url.origin === origin && !/^\/(api|auth)\/v1\//.test(url.pathname) ? url : null;
}

/**
 * Follows the links from `/`, breadth first, without JavaScript, to a few URLs of each route. With a session's `cookie`
 * it crawls as that signed-in person, without one as a visitor. With `"addresses"` it requests only what it needs for
 * the addresses.
 */
export async function crawl(
  origin: string,
  cookie?: string,
  extent: "all" | "addresses" = "all",
): Promise<Crawl> {
  const seen: Crawl = {
    faults: [],
    reached: new Set(),
    titles: new Map(),
    headings: new Map(),
    addresses: new Map(),
  };
  const fault = (at: string, what: string) => seen.faults.push(`${at}: ${what}`);
  const queue: URL[] = [];
  const queued = new Set<string>();
  const requests = new Map<string, number>();
  const anchors = new Map<string, { needs: Set<string>; has: string }>();

  function found(hrefs: readonly string[], from: string): void {
    for (const href of hrefs) {
      const url = addressOf(href.replaceAll("&amp;", "&"), from, origin);
      if (!url) continue;
      const address = url.pathname + url.search;
      if (url.hash.length > 1) {
        const anchor = anchors.get(address) ?? { needs: new Set(), has: "" };
        anchors.set(address, { ...anchor, needs: anchor.needs.add(decodeURIComponent(url.hash.slice(1))) });
      }
      if (queued.has(address)) continue;
      queued.add(address);
      queue.push(url);
    }
  }

  async function visit(url: URL): Promise<void> {
    const at = url.pathname + url.search;
    const answer = await fetch(url, { headers: cookie ? { cookie } : {} });
    if (answer.status >= 400) fault(at, `answered ${answer.status}`);
    const html = await answer.text();
    const isPage = (answer.headers.get("content-type") ?? "").startsWith("text/html");
    // After a redirect, the URL of the response is not the requested one.
    const end = new URL(answer.url);
    const known = routeOf(end.pathname);
    if (known) {
      seen.reached.add(known.id);
      const [, title = ""] = /<title>([^<]*)</.exec(html) ?? [];
      const [, heading = ""] = /<h1\b[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
      if (isPage && !seen.titles.has(known.id)) {
        seen.titles.set(known.id, title);
        seen.headings.set(known.id, heading.replace(/<[^>]*>/g, ""));
      }
      const { locale } = splitLocale(end.pathname);
      const kind = locale === "en-GB" ? known.file : locale;
      if (known.page && !seen.addresses.has(kind)) seen.addresses.set(kind, end.pathname + end.search);
    }
    if (anchors.has(at)) anchors.set(at, { ...anchors.get(at)!, has: html });
    if (!isPage) return;
    const headings = html.match(/<h1\b/g)?.length ?? 0;
    if (headings !== 1) fault(at, `has ${headings} h1`);
    found(
      [...html.matchAll(HREF)].map(([, href = ""]) => href),
      answer.url,
    );
  }

  found(["/"], origin);
  for (let url = queue.shift(); url; url = queue.shift()) {
    const known = routeOf(url.pathname);
    if (!known) continue;
    const { locale } = splitLocale(url.pathname);
    // All languages have the same pages, so in another language a visitor requests at most one URL of each route file.
    const isEnglish = locale === "en-GB";
    if (!isEnglish && cookie) continue;
    const translated = extent === "all" ? `${known.file} ${locale}` : locale;
    const group = isEnglish ? known.id : translated;
    const count = requests.get(group) ?? 0;
    if (count >= (isEnglish && extent === "all" ? MAX_REQUESTS : 1)) continue;
    requests.set(group, count + 1);
    await visit(url);
  }
  for (const [address, { needs, has }] of anchors)
    for (const id of needs)
      if (has !== "" && !has.includes(` id="${id}"`)) fault(address, `has nothing at #${id}`);
  return seen;
}

/**
 * Opens each URL path of `addresses` in a tab. Returns the errors of scripts and requests, and the faults that `look`
 * finds, each as "path: fault".
 */
export async function checkPages(
  { page, context }: Tab,
  addresses: Iterable<string>,
  look: (page: Page, address: string, nth: number) => Promise<string[]> = (page, _address, nth) =>
    faultsInAppearances(page, { shell: nth === 0, keepsAppearance: true }),
): Promise<string[]> {
  const faults: string[] = [];
  let at = "";
  const fault = (what: string) => faults.push(`${at}: ${what}`);
  context.on("weberror", (error) => fault(error.error().message));
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !message.text().endsWith("blocked by Playwright"))
      fault(message.text());
  });
  context.on("requestfailed", (request) => {
    // Leaving a page aborts its requests.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") fault(`${request.url()} failed`);
  });
  await page.addInitScript(() => {
    addEventListener("unhandledrejection", ({ reason }) => console.error("unhandled", reason));
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error("refused by the policy", violatedDirective, blockedURI),
    );
  });
  for (const [nth, address] of [...addresses].entries()) {
    at = address;
    await page.goto(address);
    for (const found of await look(page, address, nth)) fault(found);
  }
  return faults;
}
