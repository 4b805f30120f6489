import { hash } from "node:crypto";
import type { RowPlace } from "#app/domain/csv/rows.ts";
import {
  type CellFault,
  checkRow,
  duplicateFault,
  rowIdentity,
  type StockItem,
  uniqueValuesOf,
} from "./check.ts";

export interface ReadRow extends RowPlace {
  /** By column name. */
  readonly cells: Readonly<Record<string, string>>;
  readonly read:
    | { readonly item: StockItem; readonly rowKey: string | null }
    | { readonly faults: readonly CellFault[] };
}

/** A type with a SKU, or with the key of a row that has neither an id nor a SKU; not one with an id. */
const NAME = /^\S+ (?:sku:|(row:[0-9a-f]{64})#(\d+)$)/;

/**
 * Checks the rows of one file, in their order. A row without an id and a SKU gets a key by its values (`rowIdentity`)
 * and the number of equal rows before it, by which the next import finds its listing (`listings.row_key`).
 */
export class RowChecker {
  /** The number of the first row with each id, SKU or key, and type. */
  private readonly firsts = new Map<string, number>();
  /** The entries of `firsts` since `takeNew`. */
  private added: Record<string, number> = {};
  /** How many rows there were of each likeness. */
  private readonly counts = new Map<string, number>();
  /** Whether a row had an id: only then can two rows with other values mean one listing. */
  hasIds = false;

  /** @param before what `takeNew` returned for the rows before */
  constructor(before: readonly Readonly<Record<string, number>>[] = []) {
    for (const firsts of before) for (const [name, number] of Object.entries(firsts)) this.note(name, number);
    this.added = {};
  }

  /** @param isOurs see `checkRow` */
  checked(place: RowPlace, cells: Readonly<Record<string, string>>, isOurs?: boolean): ReadRow {
    const read = checkRow(cells, isOurs);
    if ("faults" in read) return { ...place, cells, read };
    const { item } = read;
    const faults = this.twice(place.number, item);
    if (faults.length > 0) return { ...place, cells, read: { faults } };
    const key = item.id !== null || item.key !== null ? item.key : this.nextKey(item);
    if (key !== null) this.note(`${item.type} ${key}`, place.number);
    return { ...place, cells, read: { item, rowKey: key } };
  }

  /** The number of the first row with this id or key ("sku:…", "row:…") of a listing of this type. */
  firstRow(type: string, idOrKey: string): number | undefined {
    return this.firsts.get(`${type} ${idOrKey}`);
  }

  /** What a run that continues after the rows so far has to know of those since the last call. */
  takeNew(): Readonly<Record<string, number>> {
    const { added } = this;
    this.added = {};
    return added;
  }

  private note(name: string, number: number): void {
    if (this.firsts.has(name)) return;
    this.firsts.set(name, number);
    this.added[name] = number;
    const key = NAME.exec(name);
    if (key?.[1]) this.counts.set(key[1], Number(key[2]) + 1);
    this.hasIds ||= !key;
  }

  /** The faults for an id or a SKU that an earlier row without faults has. */
  private twice(number: number, item: StockItem): CellFault[] {
    return uniqueValuesOf(item).flatMap(({ column, name }) => {
      const first = this.firsts.get(name);
      if (first !== undefined) return duplicateFault(column, first);
      this.note(name, number);
      return [];
    });
  }

  private nextKey(item: StockItem): string {
    const likeness = likenessOf(item);
    return `${likeness}#${this.counts.get(likeness) ?? 0}`;
  }
}

function likenessOf(item: StockItem): string {
  return `row:${hash("sha256", rowIdentity(item))}`;
}
