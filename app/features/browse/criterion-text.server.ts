import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { type Criterion, criteriaOf } from "#app/domain/categories/derive/search.ts";
import { filterKindOf } from "#app/domain/categories/filters/registry.ts";
import type { Search } from "#app/domain/search.ts";
import { fieldLabel, filterContext } from "#app/features/listings/texts.server.ts";
import { m } from "#app/paraglide/messages.js";

/** Without its filter's name: "Wilson", "250 g to 300 g". `town` is the town of the searched postal code, if known. */
export function criterionValue(
  definition: CategoryDefinition,
  search: Search,
  { filter, value }: Pick<Criterion, "filter" | "value">,
  town: string | null = null,
): string {
  if (filter === null) return m.browse_chip_words({ words: value });
  return filterKindOf(filter).text(filter, value, search, filterContext(definition, town));
}

/** "Wilson", "Weight 250 g to 300 g" */
export function criterionLabel(
  definition: CategoryDefinition,
  search: Search,
  criterion: Pick<Criterion, "filter" | "value">,
  town: string | null = null,
): string {
  const { filter } = criterion;
  const value = criterionValue(definition, search, criterion, town);
  if (filter === null || filterKindOf(filter).named !== "chip") return value;
  return `${fieldLabel(definition, filterKindOf(filter).name(filter))} ${value}`;
}

/** The labels of all that a search says. */
export function criterionLabels(definition: CategoryDefinition, search: Search): string[] {
  return criteriaOf(definition, search).map((criterion) => criterionLabel(definition, search, criterion));
}

/** The criteria of one filter: "Brand: Wilson, Head". */
export function criteriaText(
  definition: CategoryDefinition,
  search: Search,
  criteria: readonly Criterion[],
): string {
  const filter = criteria[0]?.filter;
  if (!filter) return search.q;
  const labels = criteria.map((criterion) => criterionLabel(definition, search, criterion)).join(", ");
  const { named, name } = filterKindOf(filter);
  return named === "list" ? `${fieldLabel(definition, name(filter))}: ${labels}` : labels;
}
