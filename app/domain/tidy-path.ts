import { CATEGORIES } from "./categories/registry.ts";
import { isId } from "./ids.ts";

/** Of the paths below "/sell", which have no names of people. */
const SELL = /^\/sell(?=\/|$)[^%]*$/i;

/** The canonical spelling of a path: "/Racket/{ID}/" becomes "/rackets/{id}". `path` is that of `splitLocale`. */
export function tidyPath(path: string): string {
  const trimmed = path.replace(/(?<!^)\/+$/, "");
  if (SELL.test(trimmed)) return trimmed.toLowerCase();
  const [, first = "", second, ...rest] = trimmed.split("/");
  const name = first.toLowerCase();
  const category = CATEGORIES.find(
    ({ plural, type }) => plural === name || (type === name && second !== undefined && rest.length === 0),
  );
  if (!category) return trimmed.replace(/^\/[a-z-]+(?=\/|$)/i, (start) => start.toLowerCase());
  // The shop's slugs and ids have no percent encoding, and some encodings cannot be decoded.
  const isOurs = second !== undefined && !second.includes("%") && (isId(second) || category.plural === name);
  const written = isOurs ? second.toLowerCase() : second;
  return ["", category.plural, ...(written === undefined ? [] : [written]), ...rest].join("/");
}
