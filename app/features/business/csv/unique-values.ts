import type { CellFault, StockItem } from "./check.ts";

/** What may stand in one row of a file alone: our id, and the shop's own number. */
export interface Claim {
  /** The column in which it stands. */
  readonly column: "id" | "sku";
  /** The same of two rows: they mean the same listing. */
  readonly name: string;
}

/** What a row says that no other row of its file may say as well. */
export function claimsOf({ type, id, key }: StockItem): readonly Claim[] {
  const claims: Claim[] = [];
  if (id !== null) claims.push({ column: "id", name: `${type} ${id}` });
  if (key !== null) claims.push({ column: "sku", name: `${type} ${key}` });
  return claims;
}

/** What is wrong with a row whose claim stands in `first` already, the number that a spreadsheet shows. */
export function claimedFault(column: Claim["column"], first: number): CellFault {
  return { column, code: "sku_twice", parameters: [first] };
}
