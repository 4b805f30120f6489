import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Model } from "#app/domain/models/model.ts";
import type { BulkRow, StockOutcome } from "#app/features/listings/bulk.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import type { CellFault, StockItem } from "../csv/check.ts";
import type { ReadRow, RowChecker } from "../csv/row-checker.server.ts";

export interface Checked {
  readonly row: ReadRow;
  readonly item: StockItem;
  readonly model: Model | null;
  readonly stock: BulkRow;
}

export interface Failed {
  readonly row: ReadRow;
  readonly faults: readonly CellFault[];
}

export interface Written {
  readonly outcomes: readonly { readonly checked: Checked; readonly outcome: StockOutcome }[];
  readonly refused: readonly Failed[];
}

/** SQL: the table `listed` of the listings of a person that these rows are about; `n` is the index of the row. */
export function listedOf(rows: readonly Checked[], userId: string): RawBuilder<unknown> {
  const given = rows.map(({ stock: { type, id, rowKey } }, n) => ({ n, type, id, key: rowKey }));
  const values = sql`n, type, listings.id, row_key, price_cents, quantity, sold_here`;
  return sql`(
    with given as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as row (n int, type text, id uuid, key text))
    select ${values} from given join listings using (type, id) where user_id = ${userId}
    union all
    select ${values} from given join listings using (type)
    where given.id is null and row_key = given.key and user_id = ${userId}
  ) listed`;
}

/**
 * Separates the rows whose listing a row of an earlier batch was about too: one row has the listing's id, and the other
 * its SKU or all its values.
 */
export async function eachListingOnce(
  trx: Transaction<DB>,
  userId: string,
  rows: readonly Checked[],
  checker: RowChecker,
): Promise<{ first: readonly Checked[]; again: readonly Failed[] }> {
  if (!checker.hasIds) return { first: rows, again: [] };
  const { rows: listed } = await sql<{ n: number; type: string; id: string; key: string | null }>`
    select n, type, id, row_key as key from ${listedOf(rows, userId)}
  `.execute(trx);
  const again = new Map<Checked, Failed>();
  for (const { n, type, id, key } of listed) {
    const checked = rows[n];
    if (!checked) continue;
    const earlier = [id, key]
      .flatMap((name) => (name === null ? [] : (checker.firstRow(type, name) ?? [])))
      .filter((number) => number < (rows[0]?.row.number ?? 0));
    if (earlier.length > 0) again.set(checked, listedTwice(checked, Math.min(...earlier)));
  }
  return { first: rows.filter((row) => !again.has(row)), again: [...again.values()] };
}

function listedTwice({ row, item }: Checked, first: number): Failed {
  const column = item.id === null ? "sku" : "id";
  return { row, faults: [{ column, code: "listing_twice", parameters: [first] }] };
}

/** Of several rows of a batch for one listing, only the first is accepted: one may have its id, and another its SKU. */
export function eachOnce(all: Written["outcomes"]): {
  outcomes: Written["outcomes"];
  twice: readonly Failed[];
} {
  const firsts = new Map<string, number>();
  const twice: Failed[] = [];
  const outcomes = all.filter(({ checked, outcome }) => {
    const { row, item } = checked;
    if (!("id" in outcome)) return true;
    const name = `${item.type} ${outcome.id}`;
    const first = firsts.get(name);
    firsts.set(name, first ?? row.number);
    if (first === undefined) return true;
    twice.push(listedTwice(checked, first));
    return false;
  });
  return { outcomes, twice };
}
