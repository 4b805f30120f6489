import { listingPath } from "#app/domain/categories/paths.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { modelTitle } from "#app/domain/models/model.ts";
import { lengthOf, oneLine } from "#app/domain/text-rules.ts";
import { presentChips } from "#app/features/browse/browse-view.server.ts";
import { sentence, subcategoryLabel } from "#app/features/listings/texts.server.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { presentMainPhoto } from "#app/features/photos/present.server.ts";
import { EVERYTHING } from "#app/features/search/find/everything.ts";
import { m } from "#app/paraglide/messages.js";
import { type CanonicalSearch, readAddress } from "./canonical-search.server.ts";
import type { SavedRow } from "./queries.server.ts";
import { LONGEST_NAME, MAX_COUNTED } from "./rules.ts";
import type { SavedSearchView } from "./view.ts";

/** "Rackets", "Blade Rackets", "All categories" */
function scopeOf({ definition, subcategory }: CanonicalSearch): string {
  if (definition.type === EVERYTHING.type) return m.saved_everywhere();
  if (!subcategory) return sentence(definition, "plural");
  return sentence(definition, "title_subcategory", {
    subcategory: subcategoryLabel(definition, subcategory),
  });
}

/** The criteria of a search, its category first. */
export async function presentCriteria(canonical: CanonicalSearch): Promise<string[]> {
  const { definition, model } = canonical;
  if (model !== null) {
    const catalogued = (await catalogueFor(definition)).bySlug.get(model);
    return [scopeOf(canonical), catalogued ? modelTitle(catalogued) : model];
  }
  const chips = presentChips(canonical.definition, canonical.search, canonical.path).map(
    ({ label }) => label,
  );
  return [scopeOf(canonical), ...chips];
}

/** The proposed name of a search that has no name yet. */
export async function proposedName(canonical: CanonicalSearch): Promise<string> {
  const { search, model } = canonical;
  const [place = "", ...chips] = await presentCriteria({ ...canonical, search: { ...search, q: "" } });
  if (model !== null) return shortened(oneLine(chips.join(" · ")));
  const parts = search.q === "" ? [place, ...chips] : [search.q, place, ...chips];
  return shortened(oneLine(parts.join(" · ")));
}

function shortened(text: string): string {
  if (lengthOf(text) <= LONGEST_NAME) return text;
  return `${[...text]
    .slice(0, LONGEST_NAME - 1)
    .join("")
    .trimEnd()}…`;
}

function freshText(fresh: number): string | null {
  if (fresh === 0) return null;
  if (fresh === 1) return m.saved_fresh_one();
  return m.saved_fresh({ count: fresh > MAX_COUNTED ? `${MAX_COUNTED}+` : fresh });
}

export async function presentSaved({
  id,
  address,
  name,
  notify,
  fresh,
  newest,
}: SavedRow): Promise<SavedSearchView> {
  const canonical = readAddress(address);
  return {
    id,
    name,
    address,
    href: canonical ? address : null,
    criteria: canonical ? await presentCriteria(canonical) : [],
    notify,
    fresh: freshText(fresh),
    newest: newest.flatMap((newListing) => {
      const definition = categoryOfType(newListing.type);
      if (!definition) return [];
      const { id: listing, name: title, photo } = newListing;
      return [
        {
          id: listing,
          path: listingPath(definition, listing),
          name: title,
          photo: presentMainPhoto(photo, definition),
        },
      ];
    }),
  };
}
