import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { splitLocale } from "#app/features/shell/locale.ts";
import routes from "#app/routes.ts";
import { faultsInLooks } from "./axe.ts";
import { hydrated, type Tab } from "./browser.ts";

/** A route of the product by its id: what it stands at, and whether a person sees something there. */
export type Known = {
  readonly id: string;
  readonly path: string;
  readonly file: string;
  readonly page: boolean;
};

function knownRoutes(
  entries: readonly RouteConfigEntry[],
  parent = "",
): { route: RouteObject; known: Known[] }[] {
  return entries.map(({ id, path, index, file, children = [] }) => {
    const whole = path?.startsWith("/") ? path : `${parent}/${path ?? ""}`.replace(/\/+$/, "");
    const below = knownRoutes(children, whole);
    const name = id ?? file;
    const page = /export default/.test(readFileSync(`app/${file}`, "utf8"));
    // A layout has no address of its own.
    const own = index || path !== undefined ? [{ id: name, path: whole || "/", file, page }] : [];
    const route = index
      ? { id: name, index: true as const }
      : { id: name, path, children: below.map((one) => one.route) };
    return { route, known: [...own, ...below.flatMap((one) => one.known)] };
  });
}

const table = knownRoutes(routes);
const objects = table.map(({ route }) => route);

/** Every address pattern that there is, in the order of app/routes.ts. */
export const KNOWN: readonly Known[] = table.flatMap(({ known }) => known);

/** The route that answers a path of any language. */
export function routeOf(pathname: string): Known | undefined {
  const { path } = splitLocale(pathname);
  const id = matchRoutes(objects, path)?.at(-1)?.route.id;
  return KNOWN.find((known) => known.id === id);
}

/** What a crawl saw. `at`: the route's id, how many pages of it stand there, and the title of the first. */
export type Crawl = { faults: string[]; reached: Set<string>; titles: Map<string, string>; looked: number };

/** The pages of one source file that a browser opens; of the others the status is enough. */
const MOST_OPENED = 1;
/** The addresses of one route that are asked for: a list has a thousand with its filters. */
const MOST_ASKED = 3;

const HREF = /<a\b[^>]*?\shref="([^"]+)"/g;

/** Not ours to follow: other sites, mail, what is another document than a page. */
function addressOf(href: string, from: string, origin: string): URL | null {
  if (!URL.canParse(href, from)) return null;
  const url = new URL(href, from);
  return url.origin === origin ? url : null;
}

/**
 * Follows every link from `/`, breadth first, as a browser does: a page of each source file is opened and looked at, by
 * axe too, others are asked for. `cookie`: of who is signed in.
 */
export async function crawl(tab: Tab, origin: string, cookie?: string): Promise<Crawl> {
  const { page, context } = tab;
  const seen: Crawl = { faults: [], reached: new Set(), titles: new Map(), looked: 0 };
  const fault = (at: string, what: string) => seen.faults.push(`${at}: ${what}`);
  const here = () => page.url().slice(origin.length);
  context.on("weberror", (error) => fault(here(), error.error().message));
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !message.text().endsWith("blocked by Playwright"))
      fault(here(), message.text());
  });
  context.on("requestfailed", (request) => {
    // A page that is left takes its questions back.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") fault(here(), `${request.url()} failed`);
  });
  await page.addInitScript(() => {
    addEventListener("unhandledrejection", ({ reason }) => console.error("unhandled", reason));
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error("refused by the policy", violatedDirective, blockedURI),
    );
  });

  const queue: URL[] = [new URL("/", origin)];
  const queued = new Set(["/"]);
  const opened = new Map<string, number>();
  const asked = new Map<string, number>();
  const anchors = new Map<string, { needs: Set<string>; has: string }>();

  function found(hrefs: readonly string[], from: string): void {
    for (const href of hrefs) {
      const url = addressOf(href.replaceAll("&amp;", "&"), from, origin);
      if (!url) continue;
      const address = url.pathname + url.search;
      if (url.hash.length > 1) {
        const noted = anchors.get(address) ?? { needs: new Set(), has: "" };
        anchors.set(address, { ...noted, needs: noted.needs.add(decodeURIComponent(url.hash.slice(1))) });
      }
      if (queued.has(address)) continue;
      queued.add(address);
      queue.push(url);
    }
  }

  async function open(url: URL): Promise<void> {
    const answer = await page.goto(url.href);
    const at = url.pathname + url.search;
    if (!answer || answer.status() >= 400) fault(at, `answered ${answer?.status()}`);
    await hydrated(page);
    if (at === "/") await openMenus();
    const { links, headings, title } = await page.evaluate(() => ({
      links: [...document.querySelectorAll("a[href]")].map((one) => one.getAttribute("href") ?? ""),
      headings: document.querySelectorAll("h1").length,
      title: document.title,
    }));
    seen.looked++;
    if (headings !== 1) fault(at, `has ${headings} h1`);
    // What stands there before the scripts, a closed menu's links for one.
    const html = (await answer?.text()) ?? "";
    found([...html.matchAll(HREF)].map(([, href = ""]) => href).concat(links), url.href);
    // Who is led elsewhere got there too.
    const end = routeOf(new URL(page.url()).pathname);
    if (end) {
      seen.reached.add(end.id);
      if (!seen.titles.has(end.id)) seen.titles.set(end.id, title);
    }
    if (anchors.has(at)) anchors.set(at, { ...anchors.get(at)!, has: await page.content() });
    // The other languages' first pages are this one in other words.
    if (splitLocale(url.pathname).locale !== "en-GB") return;
    for (const found of await faultsInLooks(page)) fault(at, found);
  }

  /** The dropdowns of the bar, whose links are there while one is open. */
  async function openMenus(): Promise<void> {
    for (const button of await page
      .getByRole("navigation", { name: "Categories" })
      .getByRole("button")
      .all()) {
      await button.click();
      const entries = page.getByRole("navigation", { name: "Categories" }).locator("[id] ul a");
      await entries.first().waitFor();
      found(await entries.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? "")), page.url());
    }
  }

  async function ask(url: URL): Promise<void> {
    const answer = await fetch(url, { headers: cookie ? { cookie } : {} });
    if (answer.status >= 400) fault(url.pathname + url.search, `answered ${answer.status}`);
    const end = routeOf(new URL(answer.url).pathname);
    if (end) seen.reached.add(end.id);
    const html = await answer.text();
    const at = url.pathname + url.search;
    if (anchors.has(at)) anchors.set(at, { ...anchors.get(at)!, has: html });
    if ((answer.headers.get("content-type") ?? "").startsWith("text/html"))
      found(
        [...html.matchAll(HREF)].map(([, href = ""]) => href),
        answer.url,
      );
  }

  for (let url = queue.shift(); url; url = queue.shift()) {
    const known = routeOf(url.pathname);
    if (!known) continue;
    const { locale } = splitLocale(url.pathname);
    // Each language has every page: one is looked at, and one of each kind is asked for, by a visitor alone.
    const own = locale === "en-GB";
    if (!own && cookie) continue;
    const kind = own ? known.file : locale;
    const times = opened.get(kind) ?? 0;
    if (known.page && times < MOST_OPENED) {
      opened.set(kind, times + 1);
      await open(url);
    } else {
      const again = `${own ? known.id : known.file} ${locale}`;
      const count = asked.get(again) ?? 0;
      if (count >= (own ? MOST_ASKED : 1)) continue;
      asked.set(again, count + 1);
      await ask(url);
    }
  }
  for (const [address, { needs, has }] of anchors)
    for (const id of needs)
      if (has !== "" && !has.includes(` id="${id}"`)) fault(address, `has nothing at #${id}`);
  return seen;
}
