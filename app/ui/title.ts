const PRODUCT = "Second Serve";

/**
 * The meta tags of a page: its title with the product's name, and its description for search engines. Shared links use
 * the same texts.
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
