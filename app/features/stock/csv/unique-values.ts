import type { CellFault, StockItem } from "./check.ts";

export interface UniqueValue {
  readonly column: "id" | "sku";
  /** Equal for two rows that mean the same listing. */
  readonly name: string;
}

/** The values of a row that no other row of its file may have. */
export function uniqueValuesOf({ type, id, key }: StockItem): readonly UniqueValue[] {
  const values: UniqueValue[] = [];
  if (id !== null) values.push({ column: "id", name: `${type} ${id}` });
  if (key !== null) values.push({ column: "sku", name: `${type} ${key}` });
  return values;
}

/** `first` is the number of the earlier row with the same id or SKU, as in a spreadsheet. */
export function duplicateFault(column: UniqueValue["column"], first: number): CellFault {
  return { column, code: "sku_twice", parameters: [first] };
}
