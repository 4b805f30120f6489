import type { Search } from "../../search.ts";
import type { CategoryDefinition } from "../definition.ts";
import { filterKindOf } from "../filters/registry.ts";
import { type Criterion, criteriaOf } from "./search.ts";

export interface Relaxation {
  readonly criteria: readonly Criterion[];
  readonly without: Search;
}

/**
 * The filters that can be removed from a search, in the order of the browse page. A filter is removed with all its
 * values: removing one of two brands would find fewer listings.
 */
export function relaxationsOf(definition: CategoryDefinition, search: Search): Relaxation[] {
  const criteria = criteriaOf(definition, search);
  return [...new Set(criteria.map(({ filter }) => filter))].map((filter) => {
    const first = { ...search, page: 1 };
    return {
      criteria: criteria.filter((criterion) => criterion.filter === filter),
      without: filter ? filterKindOf(filter).without(filter, first) : { ...first, q: "" },
    };
  });
}
