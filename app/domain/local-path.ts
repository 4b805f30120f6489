// A browser drops tabs and newlines from a URL and reads "\" as "/": "/\t/evil" and "/\evil" lead to another site.
const UNSAFE_IN_PATH = /[\p{C}\s\\]/u;
const NOT_ASCII = /[^\x20-\x7e]+/gu;
const NEVER_NEXT = /^\/(auth|sign-out|api|dev)(\/|\?|#|$)/;

/**
 * The path to open after sign-in: `next` when it is a path of a page on this site, else "/". It refuses everything that
 * a browser could read as another site. The result is ASCII, as a header requires.
 */
export function safeNext(next: string | null | undefined): string {
  if (!next?.startsWith("/") || next.startsWith("//") || next.length > 2000) return "/";
  if (UNSAFE_IN_PATH.test(next) || NEVER_NEXT.test(next)) return "/";
  return next.replace(NOT_ASCII, encodeURIComponent);
}

/** The page reads `next` with `safeNext`, whose default is "/". */
export function withNext(path: string, next: string): string {
  return next === "/" ? path : `${path}?next=${encodeURIComponent(next)}`;
}
