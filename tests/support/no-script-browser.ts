import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { queries, type Screen, within } from "@testing-library/dom";
import { type DOMWindow, JSDOM, VirtualConsole } from "jsdom";
import type { Person } from "./people.ts";

export type FetchedPage = Pick<Screen<typeof queries>, keyof typeof queries> & {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly document: Document;
  readonly window: DOMWindow;
  /** Queries on the main content alone. */
  readonly main: Pick<Screen<typeof queries>, keyof typeof queries>;
};

type Typed = Record<string, string | File | readonly (string | File)[]>;

const MAX_REDIRECTS = 10;

/**
 * A browser without JavaScript and layout. It fetches documents, follows links and redirects, submits forms and keeps
 * cookies. Tests of markup use it, because it is about a hundred times faster than Chromium.
 */
export class NoScriptBrowser {
  readonly cookies = new Map<string, string>();
  private readonly base: string;
  private readonly headers: Readonly<Record<string, string>>;
  private current: FetchedPage | undefined;

  /** @param headers sent with every request, for example `user-agent` or `accept-language` */
  constructor(base: string, who: Person | null = null, headers: Readonly<Record<string, string>> = {}) {
    this.base = base;
    this.headers = headers;
    if (who) {
      const [name = "", ...value] = who.cookie.split("=");
      this.cookies.set(name, value.join("="));
    }
  }

  get page(): FetchedPage {
    if (!this.current) throw new Error("Open a page first.");
    return this.current;
  }

  /** @param address a path, or an absolute URL of this site */
  open(address: string): Promise<FetchedPage> {
    return this.load(new URL(address, this.current?.url ?? this.base), {});
  }

  /** Shows a page again as it was, without fetching it. */
  goBack(page: FetchedPage): void {
    this.current = page;
  }

  /** Opens the page that a link, or the link around an element, leads to. */
  follow(link: Element): Promise<FetchedPage> {
    const { href } = link.closest("a") ?? {};
    if (!href) throw new Error(`This leads nowhere: ${link.outerHTML}`);
    return this.open(href);
  }

  /**
   * Fills in the form of a button and submits it with that button.
   * @throws when the button has no form, or the form lacks a named field
   */
  submit(button: Element, typed: Typed = {}): Promise<FetchedPage> {
    const { form } = button as HTMLButtonElement;
    if (!form) throw new Error(`This button sends no form: ${button.outerHTML}`);
    const fields = new FormData();
    const Fields = this.page.window.FormData;
    for (const [name, value] of new Fields(form, button as HTMLButtonElement))
      if (!(name in typed)) fields.append(name, typeof value === "string" ? value : "");
    for (const [name, value] of Object.entries(typed)) {
      if (!form.elements.namedItem(name)) throw new Error(`The form has no field "${name}".`);
      for (const one of Array.isArray(value) ? value : [value]) fields.append(name, one as string);
    }
    const url = new URL(
      button.getAttribute("formaction") ?? form.getAttribute("action") ?? "",
      this.page.url,
    );
    const plain = () => new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
    if (form.method === "get") {
      url.search = String(plain());
      return this.load(url, {});
    }
    return this.load(url, {
      method: "POST",
      body: form.enctype === "multipart/form-data" ? fields : plain(),
      headers: { origin: this.page.url.origin, referer: this.page.url.href },
    });
  }

  private async load(url: URL, init: RequestInit): Promise<FetchedPage> {
    let [address, options] = [url, init];
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const answer = await this.request(address, options);
      const location = answer.headers.get("location");
      if (location === null || answer.status < 300 || answer.status > 399) {
        this.current = pageOf(address, answer, await answer.text());
        return this.current;
      }
      await answer.body?.cancel();
      address = new URL(location, address);
      options = {};
    }
    throw new Error(`${url.href} redirects more than ${MAX_REDIRECTS} times.`);
  }

  /** Follows no redirects. */
  async request(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ accept: "text/html", ...this.headers });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    if (this.cookies.size > 0)
      headers.set("cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await navigate(new Request(new URL(address, this.base), { ...init, headers }));
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0\b/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}

/** `fetch` cannot set the headers of a navigation, which the server answers with documents. */
async function navigate(navigation: Request): Promise<Response> {
  const body = Buffer.from(await navigation.arrayBuffer());
  const headers = {
    ...Object.fromEntries(navigation.headers),
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
    ...(body.length > 0 && { "content-length": body.length }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(navigation.url, { method: navigation.method, headers }, resolve).once("error", reject).end(body);
  const answer = await promise;
  const status = answer.statusCode ?? 0;
  const responseHeaders = new Headers();
  for (let n = 0; n < answer.rawHeaders.length; n += 2)
    responseHeaders.append(answer.rawHeaders[n] ?? "", answer.rawHeaders[n + 1] ?? "");
  const content = await buffer(answer);
  return new Response([204, 205, 304].includes(status) ? null : content, {
    status,
    headers: responseHeaders,
  });
}

/** Attributes that decide whether jsdom shows an element, by its default style sheet or by an inline style. */
const STYLING = ["hidden", "open", "popover", "style", "type"];
const styles = new Map<string, CSSStyleDeclaration>();

/**
 * Caches computed styles, for all pages. Queries by role need them for each element, and jsdom computes them slowly.
 * Pages load no style sheets here, so elements of one tag have one style.
 */
function cacheStyles(window: DOMWindow): void {
  const compute = window.getComputedStyle.bind(window);
  window.getComputedStyle = (element) => {
    const key = [element.tagName, ...STYLING.map((name) => element.getAttribute(name))].join(" ");
    const known = styles.get(key);
    if (known) return known;
    const style = compute(element);
    const { display, visibility } = style;
    const values = new Map<string, string>();
    const read = style.getPropertyValue.bind(style);
    style.getPropertyValue = (name) => {
      const value = values.get(name) ?? read(name);
      values.set(name, value);
      return value;
    };
    Object.defineProperties(style, { display: { value: display }, visibility: { value: visibility } });
    styles.set(key, style);
    return style;
  };
}

/** Its markup is parsed when a test first asks for an element: jsdom needs a tenth of a second for a page. */
function pageOf(url: URL, { status, headers }: Response, html: string): FetchedPage {
  const window = lazy(() => {
    // Without a virtual console, jsdom would print a warning for every style sheet.
    const dom = new JSDOM(html, { url: url.href, virtualConsole: new VirtualConsole() });
    cacheStyles(dom.window);
    return dom.window;
  });
  const body = lazy(() => within(window().document.body));
  const main = lazy(() =>
    within(window().document.querySelector<HTMLElement>("main") ?? window().document.body),
  );
  const parts: Record<string, () => unknown> = { window, document: () => window().document, main };
  for (const name of Object.keys(queries) as (keyof typeof queries)[]) parts[name] = () => body()[name];
  const page = { url, status, headers, html };
  for (const [name, get] of Object.entries(parts))
    Object.defineProperty(page, name, { get, enumerable: true });
  return page as FetchedPage;
}

function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
