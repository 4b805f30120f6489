import { type RawBuilder, sql, type Transaction } from "kysely";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { farSide, isAboutAsFar } from "#app/domain/models/far-price.ts";
import type { PriceGuide } from "#app/domain/models/price-guide.ts";
import { guidesForSeller } from "#app/features/prices/guide.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type Checked, type Failed, listedOf } from "./each-once.server.ts";
import type { ExistingListings, ShownPrices } from "./view.ts";

/** The fault of a row that waits until its owner has confirmed its price. Its parameters: the price, the guide's range. */
const FAR_PRICE = "far_price";
/** The fault of such a row whose price its owner has confirmed, until the job has listed it. */
export const CONFIRMED_PRICE = "confirmed_price";

type GuideOf = (modelId: string, condition: string | null) => PriceGuide | null;

function conditionOf({ item }: Checked): string | null {
  const { condition } = item.input.attributes;
  return typeof condition === "string" ? condition : null;
}

/** The price guides of models for one seller, each read once. */
export class Guides {
  private readonly sellerId: string;
  private readonly byModel = new Map<string, GuideOf>();

  constructor(sellerId: string) {
    this.sellerId = sellerId;
  }

  /** Those of the rows whose prices are far from what others ask or paid, with what the guide says. */
  async far(rows: readonly Checked[]): Promise<ReadonlyMap<Checked, PriceGuide>> {
    const priced = rows.filter(({ item, model }) => model && item.quantity > 0 && item.input.priceCents > 0);
    for (const [type, ofType] of Map.groupBy(priced, ({ item }) => item.type)) {
      const definition = categoryOfType(type);
      const ids = new Set(ofType.flatMap(({ model }) => model?.id ?? []));
      const unread = [...ids].filter((id) => !this.byModel.has(id));
      if (!definition || unread.length === 0) continue;
      const guideOf = await guidesForSeller(definition, unread, this.sellerId);
      for (const id of unread) this.byModel.set(id, guideOf);
    }
    const far = new Map<Checked, PriceGuide>();
    for (const row of priced) {
      const condition = conditionOf(row);
      const guide = row.model && (this.byModel.get(row.model.id)?.(row.model.id, condition) ?? null);
      if (guide && farSide({ cents: row.item.input.priceCents, condition }, guide)) far.set(row, guide);
    }
    return far;
  }
}

interface ListedRow {
  readonly n: number;
  readonly cents: number;
  /** How many pieces a file has said last. */
  readonly stated: number;
}

/**
 * Separates the rows that wait until their owner has confirmed their prices. A row whose listing stays as it is, or had pieces
 * at a price about as far from the guide, waits for nobody: so what was confirmed once is not asked again. A row that waits is
 * ready to lower the pieces of its listing: they are not for sale any more, whatever their price.
 */
export async function withoutFar(
  trx: Transaction<DB>,
  { userId, known }: { readonly userId: string; readonly known: ExistingListings },
  rows: readonly Checked[],
  guides: ReadonlyMap<Checked, PriceGuide>,
): Promise<{ ready: readonly Checked[]; waiting: readonly Failed[] }> {
  const far = rows.filter((row) => guides.has(row));
  if (far.length === 0) return { ready: rows, waiting: [] };
  const { rows: listed } = await sql<ListedRow>`
    select n, price_cents as cents, quantity + sold_here as stated from ${listedOf(far, userId)}
  `.execute(trx);
  const before = new Map(listed.map((row) => [far[row.n], row]));
  const waiting = new Map<Checked, Failed>();
  for (const row of far) {
    const guide = guides.get(row);
    const former = before.get(row);
    if (!guide || (former && (known === "keep" || wasFar(row, former, guide)))) continue;
    const { lowCents, highCents } = guide.range;
    const parameters = [row.item.input.priceCents, lowCents, highCents];
    const fault = { column: "price", code: FAR_PRICE, parameters, rowKey: row.stock.rowKey };
    waiting.set(row, { row: row.row, faults: [fault] });
  }
  const ready = rows.flatMap((row) => {
    if (!waiting.has(row)) return [row];
    return before.has(row) ? [{ ...row, stock: { ...row.stock, onlyFewer: true } }] : [];
  });
  return { ready, waiting: [...waiting.values()] };
}

function wasFar(row: Checked, { cents, stated }: ListedRow, guide: PriceGuide): boolean {
  const price = { cents: row.item.input.priceCents, condition: conditionOf(row) };
  return stated > 0 && isAboutAsFar(price, cents, guide);
}

/** A row that waits, as `upload_rows` has it. */
export interface FarRow {
  readonly number: number;
  readonly name: string;
  readonly parameters: readonly (string | number)[];
}

/** SQL, of `upload_rows`: whether the row has such a fault. */
export const hasFault = (code: string) =>
  sql<boolean>`upload_rows.faults @> ${JSON.stringify([{ code }])}::jsonb`;

/** SQL, of `upload_rows`: whether the row waits, or its price was confirmed and the row is not listed yet. */
export const HAS_FAR_PRICE = sql<boolean>`(${hasFault(FAR_PRICE)} or ${hasFault(CONFIRMED_PRICE)})`;

/**
 * SQL, of `upload_rows`: whether the row waits. When a confirmed upload is stopped or given up, the rows that it has not listed
 * wait again. No row waits if the file was not read to its end (its owner sends it again, and is asked then), or if the upload
 * was taken back.
 */
const WAITS = sql<boolean>`exists (
  select from uploads where uploads.id = upload_id and undo_asked_at is null and case
    when state in ('waiting', 'working') then ${hasFault(FAR_PRICE)}
    else read >= rows and ${HAS_FAR_PRICE}
  end
)`;

/** SQL: whether no newer file of the same feed says other prices. */
const isNewestOfFeed = (uploadId: string | RawBuilder<unknown>) => sql<boolean>`not exists (
  select from uploads upload join uploads newer on newer.feed_id = upload.feed_id and newer.created_at > upload.created_at
  where upload.id = ${uploadId}
)`;

/** SQL, of `uploads`: whether it is the newest file of a feed, and rows of it wait. The feed does not import that file again. */
export const IS_ASKING_FOR_FEED = sql<boolean>`(
  feed_id is not null and ${isNewestOfFeed(sql`uploads.id`)}
  and exists (select from upload_rows where upload_id = uploads.id and ${WAITS})
)`;

/** The first rows of an upload that wait, how many do, and the last row's number. */
export async function farRowsOf(
  uploadId: string,
  most: number,
  queries: Queries = db(),
): Promise<ShownPrices & { readonly first: readonly FarRow[] }> {
  const { rows } = await sql<FarRow & { total: number; last: number }>`
    select number, coalesce(cells ->> 'name', '') as name, faults -> 0 -> 'parameters' as parameters,
      count(*) over () as total, max(number) over () as last
    from upload_rows where upload_id = ${uploadId} and ${WAITS} and ${isNewestOfFeed(uploadId)}
    order by number limit ${most}
  `.execute(queries);
  return { first: rows, count: rows[0]?.total ?? 0, last: rows[0]?.last ?? 0 };
}

async function isNewest(queries: Queries, uploadId: string): Promise<boolean> {
  const { rows } = await sql`select where ${isNewestOfFeed(uploadId)}`.execute(queries);
  return rows.length > 0;
}

/**
 * Marks the rows of an upload that wait as confirmed. Returns whether there were some.
 * @throws Refused "upload_other_prices" if they are others than were shown, or a newer file of the feed says other prices
 */
export async function confirmPrices(
  queries: Queries,
  uploadId: string,
  shown: ShownPrices,
): Promise<boolean> {
  const { count, last } = await farRowsOf(uploadId, 1, queries);
  if (count === 0 && (await isNewest(queries, uploadId))) return false;
  if (count === 0 || count !== shown.count || last !== shown.last) throw new Refused("upload_other_prices");
  await sql`
    update upload_rows set faults = jsonb_set(faults, '{0,code}', ${JSON.stringify(CONFIRMED_PRICE)}::jsonb)
    where upload_id = ${uploadId} and ${WAITS} and ${isNewestOfFeed(uploadId)}
  `.execute(queries);
  return true;
}
