import { isIssueCode, issue } from "#app/domain/categories/fields/kind.ts";
import { type FileFault, MAX_FILE_BYTES, MAX_FILE_ROWS } from "#app/domain/csv/file-fault.ts";
import { formatPrice, formatPriceRange } from "#app/domain/format.ts";
import { issueText } from "#app/features/listings/issue-text.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import type { CellFault } from "./check.ts";

function farPriceText(parameters: readonly string[]): string {
  const [cents = 0, low = 0, high = 0] = parameters.map(Number);
  const locale = getLocale();
  return m.csv_far_price({
    price: formatPrice(cents, locale),
    range: formatPriceRange(low, high, locale),
  });
}

const TEXTS: Readonly<Record<string, (parameters: readonly string[], column: string) => string>> = {
  missing: ([field = ""]) => m.csv_missing({ field }),
  price: () => m.csv_price(),
  condition: () => m.csv_condition(),
  type: ([type = ""]) => m.csv_type({ type }),
  one_of: ([values = ""], column) => m.csv_one_of({ column, values }),
  whole_number: (_, column) => m.csv_whole_number({ column }),
  too_many_images: () => m.photos_too_many_total(),
  id: () => m.csv_id(),
  not_yours: () => m.csv_not_yours(),
  sku_twice: ([row = ""], column) => (column === "id" ? m.csv_id_twice({ row }) : m.csv_sku_twice({ row })),
  listing_twice: ([row = ""]) => m.csv_listing_twice({ row }),
  far_price: farPriceText,
  confirmed_price: farPriceText,
  outdated: () => m.csv_outdated(),
  reserved: () => m.stock_reserved(),
  refused: () => m.csv_refused(),
  image_link: ([link = ""]) => m.csv_image_link({ link }),
  row_too_long: () => m.csv_row_too_long(),
};

/** A sentence for the user, which is the specification's where it has one. */
export function faultText({ column, code, parameters }: CellFault): string {
  const texts = parameters.map(String);
  const text = TEXTS[code];
  if (text) return text(texts, column);
  if (!isIssueCode(code)) return m.csv_refused();
  return issueText(issue(code, ...texts), {
    label: column,
    requiredText: m.csv_missing({ field: column }),
  });
}

const FILE_TEXTS: Readonly<Record<FileFault, (row: number) => string>> = {
  empty: () => m.csv_file_empty(),
  too_large: () => m.csv_file_too_large({ max: MAX_FILE_BYTES / 1024 / 1024 }),
  too_many_rows: () => m.csv_file_too_many_rows({ max: MAX_FILE_ROWS }),
  zip: () => m.csv_file_zip(),
  spreadsheet: () => m.csv_file_spreadsheet(),
  gzip: () => m.csv_file_gzip(),
  binary: () => m.csv_file_binary(),
  xml: (row) => m.csv_file_xml({ row }),
  endless_line: (row) => m.csv_file_endless_line({ row }),
  quotes: (row) => m.csv_file_quotes({ row }),
  no_rows: () => m.csv_file_no_rows(),
  no_columns: () => m.csv_file_no_columns(),
};

/** `row` is `FileRefused.row`. */
export function fileFaultText(fault: FileFault, row: number | null = null): string {
  return FILE_TEXTS[fault](row ?? 1);
}
