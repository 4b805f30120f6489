import { relaxationsOf } from "#app/domain/categories/derive/relax.ts";
import { browsePath } from "#app/domain/categories/paths.ts";
import type { Search } from "#app/domain/search.ts";
import { subcategoryLabel } from "#app/features/listings/texts.server.ts";
import type { RelaxedSearchView } from "#app/features/listings/view.ts";
import { interpretTyped } from "#app/features/search/dictionary/interpret.server.ts";
import type { Interpretation } from "#app/features/search/dictionary/interpretation.ts";
import type { SearchContext } from "#app/features/search/find/conditions.server.ts";
import { countSearches } from "#app/features/search/find/counts.server.ts";
import { questionOf } from "#app/features/search/search.server.ts";
import { m } from "#app/paraglide/messages.js";
import { resultCount } from "#app/ui/count-text.ts";
import { type BrowseAddress, entryFilter } from "./addresses.server.ts";
import { pageHref } from "./browse-view.server.ts";
import { criteriaText } from "./criterion-text.server.ts";

const MAX_TRIED = 12;
const MAX_SHOWN = 3;

/** The same search without one of its filters: those that find listings, the one that finds most first. */
export async function relaxedSearches(
  address: BrowseAddress,
  search: Search,
  context: SearchContext,
  interpretation: Interpretation,
): Promise<RelaxedSearchView[]> {
  const { definition } = address;
  const candidates = candidatesOf(address, search, context);
  const wordless = await interpretTyped("");
  const counts = await countSearches(
    definition,
    candidates.map((candidate) =>
      questionOf(candidate.search, candidate.context, candidate.search.q === "" ? wordless : interpretation),
    ),
  );
  return candidates
    .map((candidate, at) => ({ ...candidate, ...(counts[at] ?? { total: 0, capped: false }) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => Number(b.capped) - Number(a.capped) || b.total - a.total)
    .slice(0, MAX_SHOWN)
    .map(({ filter, path, search: relaxed, total, capped }) => ({
      label: m.browse_without({ filter, results: resultCount(total, capped) }),
      href: pageHref(path, relaxed),
    }));
}

interface RelaxedSearch {
  readonly search: Search;
  readonly context: SearchContext;
  readonly filter: string;
  readonly path: string;
}

function candidatesOf(address: BrowseAddress, search: Search, context: SearchContext): RelaxedSearch[] {
  const { definition, path, isNew, subcategory } = address;
  const categoryPath = browsePath(definition);
  const candidates = relaxationsOf(definition, search).map((relaxation): RelaxedSearch => {
    const { without } = relaxation;
    const isUndated = isNew && without.date === "all";
    return {
      filter: criteriaText(definition, search, relaxation.criteria),
      path: isUndated ? categoryPath : path,
      search: without,
      context: without.place === null ? { ...context, centre: null } : context,
    };
  });
  if (subcategory && !entryFilter(address)) {
    const filter = subcategoryLabel(definition, subcategory);
    candidates.push({
      filter,
      path: categoryPath,
      search: { ...search, page: 1 },
      context: { ...context, meaning: null },
    });
  }
  return candidates.slice(0, MAX_TRIED);
}
