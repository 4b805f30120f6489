import type { ListingStatus } from "#app/domain/listing.ts";
import { m } from "#app/paraglide/messages.js";
import type { ListingDetail } from "./view.ts";

/** In characters: about as much as search engines show. */
const MAX_LENGTH = 160;

function beginning(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 0)).replace(/[\s,.;:–-]+$/, "")}…`;
}

/** For search results and link previews. */
export function summaryOf({
  price,
  facts,
  place,
  description,
}: Pick<ListingDetail, "price" | "facts" | "place" | "description">): string {
  const sentence = [price, ...facts.map(({ value }) => value), ...(place === null ? [] : [place])].join(
    " · ",
  );
  const left = MAX_LENGTH - sentence.length - 2;
  const excerpt = left > 30 ? beginning(description, left) : "";
  return excerpt.length > 1 ? `${sentence}. ${excerpt}` : sentence;
}

/** "Reserved", "Sold", "Hidden"; null for an available listing. */
export function statusText(status: ListingStatus): string | null {
  if (status === "available") return null;
  if (status === "hidden") return m.listing_hidden();
  return status === "sold" ? m.listing_sold() : m.listing_reserved();
}
