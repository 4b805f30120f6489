const PRODUCT = "Second Serve";

/**
 * The meta of a page: its title with the product's name behind it, and what a search engine shows under it; the same
 * for where somebody shares it.
 */
export function titled(title?: string, description?: string) {
  return [
    { title: title ? `${title} · ${PRODUCT}` : PRODUCT },
    { property: "og:title", content: title ?? PRODUCT },
    ...(description
      ? [
          { name: "description", content: description },
          { property: "og:description", content: description },
        ]
      : []),
  ];
}
