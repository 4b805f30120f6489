import { csvColumns } from "#app/domain/categories/derive/csv.ts";
import type { Attributes } from "#app/domain/categories/derive/input.ts";
import { type AttributeValue, VALUE_SEPARATOR } from "#app/domain/categories/fields/kind.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { type CsvFormat, numberCell } from "#app/domain/csv-format.ts";
import { centsToInput } from "#app/domain/money.ts";
import { COLUMNS } from "../csv/columns.ts";

export interface ExportedRow {
  readonly type: string;
  readonly id: string;
  readonly row_key: string | null;
  readonly name: string;
  readonly brand: string | null;
  readonly description: string;
  readonly price_cents: number;
  readonly quantity: number;
  readonly country: string | null;
  readonly postal_code: string | null;
  readonly attributes: Attributes;
  /** The slug of the listing's model. */
  readonly model: string | null;
}

export const STOCK_HEADING: readonly string[] = COLUMNS.map(({ name }) => name);

function cellOf(value: AttributeValue | undefined, format: CsvFormat): string {
  if (value === undefined) return "";
  if (typeof value === "number") return numberCell(String(value), format);
  return typeof value === "object" ? value.join(VALUE_SEPARATOR) : String(value);
}

function skuOf(rowKey: string | null): string {
  return rowKey?.startsWith("sku:") ? rowKey.slice("sku:".length) : "";
}

/**
 * The cells of a listing in the order of `STOCK_HEADING`; null for a type without a category.
 * @param pictures the URLs of the listing's photos
 */
export function stockCells(
  row: ExportedRow,
  pictures: readonly string[],
  format: CsvFormat,
): readonly string[] | null {
  const definition = categoryOfType(row.type);
  if (!definition) return null;
  const attributes = [...csvColumns(definition)].map(([name, column]) => [
    column,
    cellOf(row.attributes[name], format),
  ]);
  const cells: Readonly<Record<string, string>> = {
    ...Object.fromEntries(attributes),
    type: row.type,
    id: row.id,
    sku: skuOf(row.row_key),
    name: row.name,
    brand: row.brand ?? "",
    model: row.model ?? "",
    description: row.description,
    price: numberCell(centsToInput(row.price_cents), format),
    quantity: String(row.quantity),
    imageUrls: pictures.join(VALUE_SEPARATOR),
    country: row.country ?? "",
    postalCode: row.postal_code ?? "",
  };
  return STOCK_HEADING.map((column) => cells[column] ?? "");
}
