import type { Search } from "#app/domain/search.ts";
import { brandText, sentence, subcategoryLabel } from "#app/features/listings/texts.server.ts";
import { m } from "#app/paraglide/messages.js";
import { resultCount } from "#app/ui/count-text.ts";
import { listTitle } from "#app/ui/title.ts";
import type { BrowseAddress } from "./addresses.server.ts";

interface Outcome {
  readonly total: number;
  readonly capped: boolean;
  /** The page number, from 1. */
  readonly page: number;
}

export function browseMeta(
  { definition, isNew, subcategory }: BrowseAddress,
  heading: string,
  { brands }: Search,
  { total, capped, page }: Outcome,
): { title: string; description: string } {
  const category = sentence(definition, "title");
  const brand = brands.length === 1 ? (brands[0] ?? null) : null;
  const newIn = isNew && heading === category ? m.browse_new_in() : null;
  const part = subcategory
    ? subcategoryLabel(definition, subcategory)
    : isNew
      ? newIn
      : brand && brandText(brand);
  const title = browseTitle({ heading, category, part });
  return {
    title: listTitle([title], page),
    description: m.seo_browse({ title, results: resultCount(total, capped) }),
  };
}

interface Names {
  readonly heading: string;
  readonly category: string;
  /** The menu entry or brand that the page shows: "Backpacks". Null for a whole category. */
  readonly part: string | null;
}

/**
 * The title must be unique, and headings are not: some categories use one heading for all their menu entries,
 * and in others the heading is the menu entry without the category.
 */
export function browseTitle({ heading, category, part }: Names): string {
  const says = (text: string, word: string) => text.toLowerCase().includes(word.toLowerCase());
  const whole = part === null || says(heading, part) ? heading : `${part} · ${heading}`;
  return says(whole, category) ? whole : `${whole} · ${category}`;
}
