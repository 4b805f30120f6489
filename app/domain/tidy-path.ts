import { CATEGORIES } from "./categories/registry.ts";
import { isId } from "./ids.ts";

/** The canonical spelling of a path: "/Racket/{ID}/" becomes "/rackets/{id}". `path` has no language prefix. */
export function tidyPath(path: string): string {
  const trimmed = path.replace(/(?<!^)\/+$/, "");
  const [, first = "", second, ...rest] = trimmed.split("/");
  const name = first.toLowerCase();
  const category = CATEGORIES.find(
    ({ plural, type }) => plural === name || (type === name && second !== undefined && rest.length === 0),
  );
  if (!category) return trimmed;
  // The shop's slugs and ids have no percent encoding, and some encodings cannot be decoded.
  const isOurs = second !== undefined && !second.includes("%") && (isId(second) || category.plural === name);
  const written = isOurs ? second.toLowerCase() : second;
  return ["", category.plural, ...(written === undefined ? [] : [written]), ...rest].join("/");
}
