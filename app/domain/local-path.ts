import { LANGUAGES, type Language } from "./choices.ts";

const [DEFAULT_LANGUAGE] = LANGUAGES;

/** The prefix of the paths in a language: "/nl", and "" for the default language (docs/decisions/0008). */
export function prefixOf(language: Language): string {
  return language === DEFAULT_LANGUAGE ? "" : `/${language.toLowerCase()}`;
}

const PREFIXED = LANGUAGES.filter((language) => prefixOf(language) !== "");
const PREFIX = new RegExp(`^(${PREFIXED.map(prefixOf).join("|")})(?=/|$|\\.data$)`, "i");
// Not the full stop: sellerPath() encodes that of a final ".data".
const ENCODED_LETTER = /%(?:2d|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;

/**
 * Makes the pathname of a URL canonical: its language, and the path without prefixes of languages, without double
 * slashes, and with plain letters instead of encoded ones. Everything that checks or builds a URL from a requested one
 * uses this path: "/nl//evil.example" without "/nl" would lead to another site. "/nl.data" is the data request of React
 * Router for the home page in Dutch.
 */
export function splitLocale(pathname: string): { locale: Language; path: string } {
  let path = pathname.replace(ENCODED_LETTER, decodeURIComponent).replace(/[/\\]+/g, "/");
  let locale: Language | undefined;
  for (let match = PREFIX.exec(path); match; match = PREFIX.exec(path)) {
    const prefix = match[0].toLowerCase();
    locale ??= PREFIXED.find((language) => prefixOf(language) === prefix);
    path = path.slice(prefix.length);
    if (path === "" || path === ".data") path = "/";
  }
  return { locale: locale ?? DEFAULT_LANGUAGE, path };
}

/** The same URL in another language. `href` may have a language prefix, a query and a hash. */
export function localizedHref(href: string, locale: Language): string {
  const [, pathname = "/", rest = ""] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  const { path } = splitLocale(pathname);
  const prefix = prefixOf(locale);
  if (prefix === "") return path + rest;
  return (path === "/" ? prefix : prefix + path) + rest;
}

// A browser drops tabs and newlines from a URL and reads "\" as "/": "/\t/evil" and "/\evil" lead to another site.
const UNSAFE_IN_PATH = /[\p{C}\s\\]/u;
const NOT_ASCII = /[^\x20-\x7e]+/gu;
/** Pages that act on being opened, and those for developers, also as data (".data"). */
const NEVER_NEXT = /^\/(auth|sign-out|api|dev)(?![\w~-])/i;

const SOMEWHERE = "https://shop.example";

/**
 * The path to open after sign-in: `next` without its language, when it is a path of a page on this site, else "/". It
 * refuses everything that a browser could read as another site. The result is ASCII, as a header requires.
 */
export function safeNext(next: string | null | undefined): string {
  if (!next?.startsWith("/") || next.startsWith("//") || next.length > 2000) return "/";
  if (UNSAFE_IN_PATH.test(next) || !URL.canParse(next, SOMEWHERE)) return "/";
  const { pathname } = new URL(next, SOMEWHERE);
  const { path } = splitLocale(pathname);
  if (NEVER_NEXT.test(path)) return "/";
  const rest = next.slice(next.search(/[?#]|$/));
  return path + rest.replace(NOT_ASCII, encodeURIComponent);
}

/** `path` may have a query. The page reads `next` with `safeNext`, whose default is "/". */
export function withNext(path: string, next: string): string {
  if (next === "/") return path;
  return `${path}${path.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`;
}
