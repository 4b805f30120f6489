import { m } from "#app/paraglide/messages.js";

/**
 * The title of a page that shows a part of something: "Orders · Selling · Page 2". Empty parts and the first page are
 * left out.
 */
export function listTitle(parts: readonly (string | null | undefined | false)[], page = 1): string {
  return [...parts, page > 1 && m.ui_page_number({ page })].filter(Boolean).join(" · ");
}
