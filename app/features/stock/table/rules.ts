import { checkPrice } from "#app/domain/money.ts";
import { MAX_QUANTITY, parseQuantity } from "#app/features/listings/rules.ts";

export const STOCK_PAGE = 50;

export const STALE_DAYS = 60;

export const STOCK_SORTS = [
  "newest",
  "oldest",
  "name_asc",
  "name_desc",
  "type_asc",
  "type_desc",
  "price_asc",
  "price_desc",
  "quantity_asc",
  "quantity_desc",
] as const;
export type StockSort = (typeof STOCK_SORTS)[number];

/** The first press on a heading selects the first sort order of its column. */
export const SORTED_COLUMNS = {
  name: ["name_asc", "name_desc"],
  type: ["type_asc", "type_desc"],
  price: ["price_asc", "price_desc"],
  quantity: ["quantity_asc", "quantity_desc"],
  listed: ["newest", "oldest"],
} as const satisfies Record<string, readonly [StockSort, StockSort]>;
export type SortedColumn = keyof typeof SORTED_COLUMNS;

const ASCENDING: Readonly<Record<StockSort, boolean>> = {
  newest: false,
  oldest: true,
  name_asc: true,
  name_desc: false,
  type_asc: true,
  type_desc: false,
  price_asc: true,
  price_desc: false,
  quantity_asc: true,
  quantity_desc: false,
};

/** No filter, for `stockPath`. */
export const WHOLE_STOCK = {
  q: "",
  type: null,
  state: null,
  upload: null,
  sort: "newest",
  cursor: null,
} as const;

export function isAscending(sort: StockSort): boolean {
  return ASCENDING[sort];
}

/** The `aria-sort` of a column (`now`), and the sort order that a press on its heading selects (`next`). */
export function sortingOf(column: SortedColumn, sort: StockSort) {
  const [first, second] = SORTED_COLUMNS[column];
  const isSorted = sort === first || sort === second;
  return {
    now: isSorted ? (isAscending(sort) ? "ascending" : "descending") : "none",
    next: sort === first ? second : first,
  } as const;
}

/**
 * `in`, `out`: pieces are left, or none.
 * `stale`: for sale for more than STALE_DAYS.
 * `picture_failed`: a picture from a stock file could not be fetched.
 */
export const STOCK_STATES = ["in", "out", "stale", "no_picture", "picture_failed"] as const;
export type StockState = (typeof STOCK_STATES)[number];

export type StockField = "price" | "quantity";

/** `value` is in cents, or in pieces; `issue` is a code for `issueText`. */
export type CellReading = { readonly value: number } | { readonly issue: string };

export function readCell(field: StockField, text: string): CellReading {
  if (field === "quantity") return readQuantity(text);
  const price = checkPrice(text);
  return "cents" in price ? { value: price.cents } : price;
}

function readQuantity(text: string): CellReading {
  if (text.trim() === "") return { issue: "required" };
  const pieces = parseQuantity(text);
  if (pieces === null || pieces > MAX_QUANTITY) return { issue: `range:0:${MAX_QUANTITY}` };
  return { value: pieces };
}

/** In hundredths of a percent: -90 % to +900 %. */
export const PERCENT_LIMITS = { min: -9_000, max: 90_000 } as const;

/** Reads "+10", "-2,5" or "10 %" as hundredths of a percent; null for any other text. */
export function readPercent(text: string): number | null {
  const match = /^([+\-\u2212]?)(\d{1,6})(?:[.,](\d{1,2}))?%?$/.exec(text.replace(/[\s\u00a0\u202f]/g, ""));
  if (!match) return null;
  const [, sign, whole = "", fraction = ""] = match;
  const hundredths = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return sign === "" || sign === "+" || hundredths === 0 ? hundredths : -hundredths;
}

export function isPercent(hundredths: number): boolean {
  return hundredths !== 0 && hundredths >= PERCENT_LIMITS.min && hundredths <= PERCENT_LIMITS.max;
}

/** Deleting more listings than this requires typing their number. */
export const TYPED_ABOVE = 100;

export const UNDO_MINUTES = 10;

/** How long the token of a preview is valid. */
export const TOKEN_HOURS = 24;

export const EXAMPLES = 5;

/** The preview has the names of at most so many listings whose price would be too high. */
export const MAX_NAMED_LISTINGS = 10;
