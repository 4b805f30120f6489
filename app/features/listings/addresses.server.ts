import type { CategoryDefinition, Subcategory } from "#app/domain/categories/definition.ts";
import { CATEGORIES, categoryOfPlural } from "#app/domain/categories/registry.ts";
import { appPath } from "#app/platform/locale.server.ts";

/** The page that a URL below a category's path stands for. */
export interface BrowseAddress {
  readonly definition: CategoryDefinition;
  /** The path without query and language prefix, as links write it. */
  readonly path: string;
  /** Whether it is the page of the category's new listings. */
  readonly isNew: boolean;
  readonly subcategory: Subcategory | null;
}

/**
 * The category, and the menu entry if any, of a browse, detail or edit page. Throws for any other path, because then
 * the routes have a bug.
 */
export function browseAddress(request: Request): BrowseAddress {
  const path = appPath(request.url).replace(/[?#].*$/s, "");
  const address = browseAddressOf(path);
  if (!address) throw new Error(`No category lives at ${path}.`);
  return address;
}

/** Like `browseAddress`, for a path that a browser sent; null when the path belongs to no category. */
export function browseAddressOf(address: string): BrowseAddress | null {
  const path = address.replace(/\/+$/, "");
  const [, plural = "", slug = ""] = path.split("/");
  const definition = categoryOfPlural(plural);
  if (!definition) return null;
  const subcategory = definition.subcategories.find((sub) => sub.slug === slug) ?? null;
  return { definition, path, isNew: slug === "new", subcategory };
}

/** The category of a sell form or an edit form. Throws for a path that belongs to no category. */
export function formAddress(request: Request): CategoryDefinition {
  const [, first = "", second = ""] = appPath(request.url)
    .replace(/[?#].*$/s, "")
    .split("/");
  const definition =
    first === "sell" ? CATEGORIES.find((category) => category.sell === second) : categoryOfPlural(first);
  if (!definition) throw new Error(`No form lives at ${request.url}.`);
  return definition;
}
