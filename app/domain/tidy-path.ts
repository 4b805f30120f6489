import { CATEGORIES } from "./categories/registry.ts";
import { isId } from "./ids.ts";

/**
 * The one way to write the address of a browse or a listing's page, and no slash at any address's end: "/Racket/{ID}/" is
 * "/rackets/{id}". `path` has no language in front. What is tidy comes back as it is.
 */
export function tidyPath(path: string): string {
  const trimmed = path.replace(/(?<!^)\/+$/, "");
  const [, first = "", second, ...rest] = trimmed.split("/");
  const name = first.toLowerCase();
  const category = CATEGORIES.find(
    ({ plural, type }) => plural === name || (type === name && second !== undefined && rest.length === 0),
  );
  if (!category) return trimmed;
  // What holds an encoded letter is no name that we gave, and may not even be one that can be read.
  const isOurs = second !== undefined && !second.includes("%") && (isId(second) || category.plural === name);
  const written = isOurs ? second.toLowerCase() : second;
  return ["", category.plural, ...(written === undefined ? [] : [written]), ...rest].join("/");
}
