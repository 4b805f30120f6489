import type { Search } from "#app/domain/search.ts";
import { brandText, sentence, subcategoryLabel } from "#app/features/listings/texts.server.ts";
import { resultCount } from "#app/features/listings/ui/result-count.ts";
import { m } from "#app/paraglide/messages.js";
import { listTitle } from "#app/ui/list-title.ts";
import type { BrowseAddress } from "./addresses.server.ts";
import { browseTitle } from "./browse-title.ts";

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
