import { listingPath } from "#app/domain/categories/paths.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { lengthOf, oneLine } from "#app/domain/text-rules.ts";
import { presentChips } from "#app/features/listings/browse-view.server.ts";
import { sentence, subcategoryLabel } from "#app/features/listings/texts.server.ts";
import { presentPhoto } from "#app/features/photos/present.server.ts";
import { m } from "#app/paraglide/messages.js";
import { EVERYTHING } from "../engine/everything.ts";
import { type Asked, readAddress } from "./asked.server.ts";
import type { SavedRow } from "./queries.server.ts";
import { LONGEST_NAME, MAX_COUNTED } from "./rules.ts";
import type { SavedSearchView } from "./view.ts";

/** The scope of a search: "Rackets", "Blade Rackets", "All categories". */
function placeOf({ definition, subcategory }: Asked): string {
  if (definition.type === EVERYTHING.type) return m.saved_everywhere();
  if (!subcategory) return sentence(definition, "plural");
  return sentence(definition, "title_subcategory", {
    subcategory: subcategoryLabel(definition, subcategory),
  });
}

/** All criteria of a search: first the scope, then the chips. */
export function presentAsks(asked: Asked): string[] {
  const chips = presentChips(asked.definition, asked.search, asked.path).map(({ label }) => label);
  return [placeOf(asked), ...chips];
}

/** The default name of a search: its words, its scope and its other criteria. */
export function proposedName(asked: Asked): string {
  const { search } = asked;
  const [place = "", ...chips] = presentAsks({ ...asked, search: { ...search, q: "" } });
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

export function presentSaved({ id, address, name, tell, fresh, newest }: SavedRow): SavedSearchView {
  const asked = readAddress(address);
  return {
    id,
    name,
    address,
    href: asked ? address : null,
    asks: asked ? presentAsks(asked) : [],
    tell,
    fresh: freshText(fresh),
    newest: newest.flatMap((found) => {
      const definition = categoryOfType(found.type);
      if (!definition) return [];
      const { id: listing, name: title, photo } = found;
      return [
        {
          id: listing,
          path: listingPath(definition, listing),
          name: title,
          photo: photo && presentPhoto(photo),
        },
      ];
    }),
  };
}
