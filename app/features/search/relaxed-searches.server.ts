import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { type Relaxation, relaxationsOf } from "#app/domain/categories/derive/relax.ts";
import { browsePath } from "#app/domain/categories/paths.ts";
import type { Search } from "#app/domain/search.ts";
import type { BrowseAddress } from "#app/features/listings/addresses.server.ts";
import { searchHref } from "#app/features/listings/browse-view.server.ts";
import { criterionLabel } from "#app/features/listings/criterion-text.server.ts";
import { fieldLabel, subcategoryLabel } from "#app/features/listings/texts.server.ts";
import { resultCount } from "#app/features/listings/ui/result-count.ts";
import type { RelaxedSearchView } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";
import type { SearchContext } from "./engine/conditions.server.ts";
import { type CountedSearch, countSearches } from "./engine/counts.server.ts";
import { contextWith, type Understood, withMeaning } from "./engine/words.server.ts";

/** How many filters of a search without results are left out in turn. */
const MAX_TRIED = 12;
/** How many suggestions are shown. */
const MAX_NAMED = 3;

/** A search with fewer filters. */
interface RelaxedSearch extends CountedSearch {
  readonly filter: string;
  readonly path: string;
}

/** "Brand: Wilson, Head" */
function filterText(definition: CategoryDefinition, search: Search, { criteria }: Relaxation): string {
  const labels = criteria.map((criterion) => criterionLabel(definition, search, criterion));
  const [first] = criteria;
  switch (first?.about) {
    case "q":
      return first.value ?? "";
    case "brand":
    case "price":
      return `${fieldLabel(definition, first.about)}: ${labels.join(", ")}`;
    case "choice":
      return `${fieldLabel(definition, first.field ?? "")}: ${labels.join(", ")}`;
    default:
      return labels.join(", ");
  }
}

function candidatesOf(address: BrowseAddress, search: Search, context: SearchContext): RelaxedSearch[] {
  const { definition, path, isNew, subcategory } = address;
  const whole = browsePath(definition);
  const ways = relaxationsOf(definition, search).map((loosening): RelaxedSearch => {
    const { without } = loosening;
    const isUndated = isNew && without.date === "all";
    return {
      filter: filterText(definition, search, loosening),
      path: isUndated ? whole : path,
      search: without,
      context: without.place === null ? { ...context, centre: null } : context,
    };
  });
  if (subcategory) {
    const filter = subcategoryLabel(definition, subcategory);
    ways.push({
      filter,
      path: whole,
      search: { ...search, page: 1 },
      context: { ...context, meaning: null },
    });
  }
  return ways.slice(0, MAX_TRIED);
}

/** Suggestions for a search without results: the filters whose removal finds listings, those that find most first. */
export async function relaxedSearches(
  address: BrowseAddress,
  search: Search,
  context: SearchContext,
  understood: Understood,
): Promise<RelaxedSearchView[]> {
  const { definition } = address;
  const ways = candidatesOf(address, search, context);
  const counts = await countSearches(
    definition,
    ways.map((way) =>
      way.search.q === ""
        ? way
        : { search: withMeaning(way.search, understood), context: contextWith(way.context, understood) },
    ),
  );
  return ways
    .map((way, at) => ({ ...way, ...(counts[at] ?? { total: 0, capped: false }) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => Number(b.capped) - Number(a.capped) || b.total - a.total)
    .slice(0, MAX_NAMED)
    .map(({ filter, path, search: relaxed, total, capped }) => ({
      label: m.browse_without({ filter, results: resultCount(total, capped) }),
      href: searchHref(path, relaxed),
    }));
}
