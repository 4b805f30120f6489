import { withoutOverrides, withoutUnseen } from "#app/domain/text-rules.ts";

const PRODUCT = "Second Serve";

export function titled(written?: string, about?: string) {
  const title = written && withoutOverrides(written);
  const description = about && withoutUnseen(about);
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
