import type { CellFault, StockItem } from "./check.ts";

/** A value that only one row of a file may have: the listing's id, or the seller's SKU. */
export interface Claim {
  readonly column: "id" | "sku";
  /** Equal for two rows that mean the same listing. */
  readonly name: string;
}

/** The values of a row that no other row of its file may have. */
export function claimsOf({ type, id, key }: StockItem): readonly Claim[] {
  const claims: Claim[] = [];
  if (id !== null) claims.push({ column: "id", name: `${type} ${id}` });
  if (key !== null) claims.push({ column: "sku", name: `${type} ${key}` });
  return claims;
}

/** The fault of a row whose id or SKU is already in an earlier row. `first` is that row's number in a spreadsheet. */
export function claimedFault(column: Claim["column"], first: number): CellFault {
  return { column, code: "sku_twice", parameters: [first] };
}
