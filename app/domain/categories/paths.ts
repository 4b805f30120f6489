import type { CategoryDefinition } from "./definition.ts";

// React Router's `href()` accepts only literal paths, and these depend on the definition.

/** The browse page of a category, or of one of its menu entries. */
export function browsePath({ plural }: Pick<CategoryDefinition, "plural">, slug?: string): string {
  return slug === undefined ? `/${plural}` : `/${plural}/${slug}`;
}

export function listingPath({ plural }: Pick<CategoryDefinition, "plural">, id: string): string {
  return `/${plural}/${id}`;
}

export function editPath(listing: string): string {
  return `${listing}/edit`;
}

export function sellPath({ sell }: Pick<CategoryDefinition, "sell">): string {
  return `/sell/${sell}`;
}

/** The former path of a listing's page, which redirects to the present one (decision 0006). */
export function oldListingPath({ type }: Pick<CategoryDefinition, "type">, id: string): string {
  return `/${type}/${id}`;
}

export function modelsPath({ plural }: Pick<CategoryDefinition, "plural">, brand?: string): string {
  return `/${plural}/models${brand === undefined ? "" : `?${new URLSearchParams({ brand })}`}`;
}

export function modelPath({ plural }: Pick<CategoryDefinition, "plural">, slug: string): string {
  return `/${plural}/models/${slug}`;
}

export function comparePath(
  { plural }: Pick<CategoryDefinition, "plural">,
  slugs: readonly string[] = [],
): string {
  const query = new URLSearchParams(slugs.map((slug) => ["model", slug]));
  return `/${plural}/compare${slugs.length === 0 ? "" : `?${query}`}`;
}
