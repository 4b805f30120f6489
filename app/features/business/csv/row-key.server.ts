import { createHash } from "node:crypto";
import { rowIdentity, type StockItem } from "./check.ts";

/**
 * By what a row is known again (listings.row_key): the shop's own number, or a digest of what the row says of the thing.
 * @param nth how many rows with the same `rowIdentity` and without a number came before it in the file
 */
export function rowKey(item: StockItem, nth: number): string {
  if (item.key !== null) return item.key;
  return `row:${createHash("sha256").update(rowIdentity(item)).digest("hex")}#${nth}`;
}
