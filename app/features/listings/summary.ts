import type { ListingDetail } from "./view.ts";

/** The length of a summary in characters: about as much as search engines show. */
const MAX_LENGTH = 160;

/** The first whole words of a text on one line, in at most `most` characters. */
function beginning(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 0)).replace(/[\s,.;:–-]+$/, "")}…`;
}

/** The description of a listing in search results and link previews: price, facts, place, and the start of its text. */
export function summaryOf({
  price,
  facts,
  location,
  description,
}: Pick<ListingDetail, "price" | "facts" | "location" | "description">): string {
  const known = [price, ...facts.map(({ value }) => value), ...(location === null ? [] : [location])].join(
    " · ",
  );
  const left = MAX_LENGTH - known.length - 2;
  const excerpt = left > 30 ? beginning(description, left) : "";
  return excerpt.length > 1 ? `${known}. ${excerpt}` : known;
}
