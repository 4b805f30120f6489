import { readCsv } from "#app/domain/csv/read.ts";
import type { Encoding, Separator } from "#app/domain/csv/sniff.ts";
import { type CellFault, checkRow, rowIdentity, type StockItem } from "../csv/check.ts";
import { cellsOf } from "../csv/columns.ts";
import { rowKey } from "../csv/row-key.server.ts";
import { duplicateFault, uniqueValuesOf } from "../csv/unique-values.ts";
import { partsOf } from "./parts.server.ts";

export interface ReadRow {
  /** The row's number in a spreadsheet: the heading is 1. */
  readonly number: number;
  /** By column name. */
  readonly cells: Readonly<Record<string, string>>;
  readonly read:
    | { readonly item: StockItem; readonly rowKey: string | null }
    | { readonly faults: readonly CellFault[] };
}

export interface ReadableUpload {
  readonly id: string;
  readonly encoding: Encoding;
  readonly separator: Separator;
  readonly columns: readonly (string | null)[];
}

/** The number of rows in a transaction. */
const ROWS_AT_ONCE = 500;

/**
 * The checked rows of an upload's file after the first `skip`, in batches. The skipped rows are checked too, because a
 * row's key depends on how many equal rows precede it.
 */
export async function* rowsOf(
  upload: ReadableUpload,
  skip: number,
  checker = new RowChecker(),
): AsyncGenerator<readonly ReadRow[]> {
  let count = 0;
  let batch: ReadRow[] = [];
  for await (const { number, cells } of dataOf(upload)) {
    const row = checker.checked(number, cellsOf(cells, upload.columns));
    if (++count <= skip) continue;
    batch.push(row);
    if (batch.length < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* dataOf({ id, encoding, separator }: ReadableUpload) {
  let isHeading = true;
  for await (const rows of readCsv(partsOf(id), { encoding, separator })) {
    for (const row of rows) {
      if (isHeading) isHeading = false;
      else yield row;
    }
  }
}

/** Checks the rows of one file, in their order. */
export class RowChecker {
  private readonly counts = new Map<string, number>();
  private readonly firsts = new Map<string, number>();

  /** @param isOurs see `checkRow` */
  checked(number: number, cells: Readonly<Record<string, string>>, isOurs?: boolean): ReadRow {
    const read = checkRow(cells, isOurs);
    if ("faults" in read) return { number, cells, read };
    const { item } = read;
    const faults = this.twice(number, item);
    if (faults.length > 0) return { number, cells, read: { faults } };
    this.hasIds ||= item.id !== null;
    const key = this.rowKey(item);
    if (key !== null) this.firsts.set(`${item.type} ${key}`, this.firstRow(item.type, key) ?? number);
    return { number, cells, read: { item, rowKey: key } };
  }

  /** Whether a row had an id: only then can two rows with other values mean one listing. */
  hasIds = false;

  /** The number of the first row with this id or key ("sku:…", "row:…") of a listing of this type. */
  firstRow(type: string, idOrKey: string): number | undefined {
    return this.firsts.get(`${type} ${idOrKey}`);
  }

  /** The faults for an id or a SKU that an earlier row without faults has. */
  private twice(number: number, item: StockItem): CellFault[] {
    return uniqueValuesOf(item).flatMap(({ column, name }) => {
      const first = this.firsts.get(name);
      if (first !== undefined) return duplicateFault(column, first);
      this.firsts.set(name, number);
      return [];
    });
  }

  private rowKey(item: StockItem): string | null {
    if (item.id !== null || item.key !== null) return item.key;
    const likeness = rowIdentity(item);
    const before = this.counts.get(likeness) ?? 0;
    this.counts.set(likeness, before + 1);
    return rowKey(item, before);
  }
}
