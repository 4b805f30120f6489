import type { ListingDetail } from "./view.ts";

/** About as much as search engines show, in letters. */
const MOST = 160;

/** The beginning of a text on one line, whole words of it, in at most so many letters. */
function beginning(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 0)).replace(/[\s,.;:–-]+$/, "")}…`;
}

/** What stands under a listing's name where it is found or shared: price, facts, place, and how its seller begins. */
export function summaryOf({
  price,
  facts,
  location,
  description,
}: Pick<ListingDetail, "price" | "facts" | "location" | "description">): string {
  const known = [price, ...facts.map(({ value }) => value), ...(location === null ? [] : [location])].join(
    " · ",
  );
  const left = MOST - known.length - 2;
  const excerpt = left > 30 ? beginning(description, left) : "";
  return excerpt.length > 1 ? `${known}. ${excerpt}` : known;
}
