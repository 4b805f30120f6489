import { withoutOverrides, withoutUnseen } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";

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

/**
 * The title of a page that shows a part of something: "Orders · Selling · Page 2". Empty parts and the first page are
 * left out.
 */
export function listTitle(parts: readonly (string | null | undefined | false)[], page = 1): string {
  return [...parts, page > 1 && m.ui_page_number({ page })].filter(Boolean).join(" · ");
}
