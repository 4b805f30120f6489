import type { CategoryDefinition, Subcategory } from "#app/domain/categories/definition.ts";
import { CATEGORIES, categoryOfPlural } from "#app/domain/categories/registry.ts";
import { appPath } from "#app/platform/locale.server.ts";

/** What an address below a category means. */
export interface BrowseAddress {
  readonly definition: CategoryDefinition;
  /** The path without its query, as links write it. */
  readonly path: string;
  /** Whether it is the page of the category's new listings. */
  readonly isNew: boolean;
  readonly subcategory: Subcategory | null;
}

/** The category of a browse, detail or edit address. It throws for any other path: then the routes have a bug. */
export function browseAddress(request: Request): BrowseAddress {
  const path = appPath(request.url).replace(/[?#].*$/s, "");
  const address = browseAddressOf(path);
  if (!address) throw new Error(`No category lives at ${path}.`);
  return address;
}

/** Like `browseAddress`, for a path that a browser sent; null when it belongs to no category. */
export function browseAddressOf(address: string): BrowseAddress | null {
  const path = address.replace(/\/+$/, "");
  const [, plural = "", slug = ""] = path.split("/");
  const definition = categoryOfPlural(plural);
  if (!definition) return null;
  const subcategory = definition.subcategories.find((sub) => sub.slug === slug) ?? null;
  return { definition, path, isNew: slug === "new", subcategory };
}

/** The category of a sell form's or an edit form's address. */
export function formAddress(request: Request): CategoryDefinition {
  const [, first = "", second = ""] = appPath(request.url)
    .replace(/[?#].*$/s, "")
    .split("/");
  const definition =
    first === "sell" ? CATEGORIES.find((category) => category.sell === second) : categoryOfPlural(first);
  if (!definition) throw new Error(`No form lives at ${request.url}.`);
  return definition;
}
