const PRODUCT = "Second Serve";

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
