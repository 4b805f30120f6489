import type { Search } from "../../search.ts";
import type { CategoryDefinition } from "../definition.ts";
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
  const filterOf = ({ about, field = "" }: Criterion) => `${about} ${field}`;
  const criteria = criteriaOf(definition, search);
  return [...new Set(criteria.map(filterOf))].map((filter) => {
    let without = search;
    for (;;) {
      const next = criteriaOf(definition, without).find((criterion) => filterOf(criterion) === filter);
      if (!next) break;
      ({ without } = next);
    }
    return { criteria: criteria.filter((criterion) => filterOf(criterion) === filter), without };
  });
}
