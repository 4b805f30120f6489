import type { ListingKey } from "#app/domain/listing.ts";
import { readKey } from "#app/features/listings/picked.ts";
import { STOCK_PAGE } from "./rules.ts";

/** `was` is the value of a cell before it was edited. */
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

/** The most listings that a form may pick: more than a page of the table has. */
export const MAX_PICKED = STOCK_PAGE * 2;

/** The listings picked in a form, or all that match the filter in the URL of its page. */
export interface Picked {
  readonly keys: readonly ListingKey[];
  readonly all: boolean;
}

/** Null if the form picks no listing, or has an invalid key. */
export function readPicked(form: FormData): Picked | null {
  if (form.get("all") === "1") return { keys: [], all: true };
  const keys = form.getAll("item").map((item) => readKey(String(item)));
  const known = keys.filter((key) => key !== null);
  return known.length > 0 && known.length === keys.length ? { keys: known, all: false } : null;
}
