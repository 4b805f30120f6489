import { CATEGORIES } from "../registry.ts";
import type { Sizes } from "../sizes.ts";

/** A listing type, and the query of its browse page that finds listings of the saved sizes. */
export interface Fitting {
  readonly type: string;
  readonly query: string;
}

export function fitting(sizes: Sizes): Fitting[] {
  return CATEGORIES.flatMap(({ type, fits = [] }) =>
    fits.flatMap(({ preference, field, values, among }) => {
      const wanted = sizes[preference].flatMap((size) => (values ? (values[size] ?? []) : [size]));
      if (wanted.length === 0) return [];
      const query = new URLSearchParams(wanted.map((value) => [field, value]));
      if (among) query.append(among.field, among.value);
      return [{ type, query: query.toString() }];
    }),
  );
}
