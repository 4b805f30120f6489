import { createHash } from "node:crypto";
import { rowIdentity, type StockItem } from "./check.ts";

/**
 * The value of `listings.row_key`, by which the next import finds the listing of the same row.
 * @param nth how many rows with the same `rowIdentity`, and without a SKU or an id, precede it in the file
 */
export function rowKey(item: StockItem, nth: number): string {
  if (item.key !== null) return item.key;
  return `row:${createHash("sha256").update(rowIdentity(item)).digest("hex")}#${nth}`;
}
