import { readKey } from "#app/features/listings/picked.ts";
import type { ListingKey } from "#app/features/listings/queries.server.ts";
import { STOCK_PAGE } from "./rules.ts";

/** Fields of the stock's forms. `was` is the cell's value when the page was loaded. */
export const STOCK_FIELDS = [
  "intent",
  "item",
  "all",
  "value",
  "was",
  "percent",
  "token",
  "count",
  "which",
  "typed",
  "change",
];

/** More than a page has. */
export const MAX_PICKED = STOCK_PAGE * 2;

/** The listings picked in a form, or all that match the filter of its address. */
export interface Picked {
  readonly keys: readonly ListingKey[];
  readonly all: boolean;
}

/** The selection of a form; null when it selects nothing that our pages offer. */
export function readPicked(form: FormData): Picked | null {
  if (form.get("all") === "1") return { keys: [], all: true };
  const keys = form.getAll("item").map((item) => readKey(String(item)));
  const known = keys.filter((key) => key !== null);
  return known.length > 0 && known.length === keys.length ? { keys: known, all: false } : null;
}
