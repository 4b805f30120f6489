import { issueText } from "#app/features/listings/issue-text.ts";
import { m } from "#app/paraglide/messages.js";
import { type SortedColumn, STALE_DAYS, type StockField, type StockSort, type StockState } from "./rules.ts";

export function fieldName(field: StockField): string {
  return field === "price" ? m.stock_price() : m.stock_quantity();
}

/** `issue` is that of `readCell`. */
export function cellFault(field: StockField, issue: string): string {
  const label = fieldName(field);
  return issueText(issue, { label, requiredText: m.listing_error_required({ label }) });
}

const COLUMNS: Readonly<Record<SortedColumn, () => string>> = {
  name: m.stock_name,
  type: m.stock_type,
  price: m.stock_price,
  quantity: m.stock_quantity,
  listed: m.stock_listed,
};

export function columnName(column: SortedColumn): string {
  return COLUMNS[column]();
}

const STATES: Readonly<Record<StockState, () => string>> = {
  in: m.stock_state_in,
  out: m.stock_state_out,
  stale: () => m.stock_state_stale({ days: STALE_DAYS }),
  no_picture: m.stock_state_no_picture,
  picture_failed: m.stock_state_picture_failed,
};

export function stateName(state: StockState): string {
  return STATES[state]();
}

const SORTS: Readonly<Record<StockSort, () => string>> = {
  newest: m.stock_sort_newest,
  oldest: m.stock_sort_oldest,
  name_asc: m.stock_sort_name_asc,
  name_desc: m.stock_sort_name_desc,
  type_asc: m.stock_sort_type_asc,
  type_desc: m.stock_sort_type_desc,
  price_asc: m.stock_sort_price_asc,
  price_desc: m.stock_sort_price_desc,
  quantity_asc: m.stock_sort_quantity_asc,
  quantity_desc: m.stock_sort_quantity_desc,
};

export function sortName(sort: StockSort): string {
  return SORTS[sort]();
}
