import { sql, type Transaction } from "kysely";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { Faulty, type FieldOf } from "#app/features/api/problem.server.ts";
import type { StockOutcome } from "#app/features/listings/bulk.server.ts";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { listingsBySku, type OwnRow } from "#app/features/listings/own/queries.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { m } from "#app/paraglide/messages.js";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { runNow } from "#app/platform/jobs.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { CellFault } from "../csv/check.ts";
import { faultText } from "../csv/fault-text.ts";
import type { ReadRow } from "../csv/row-checker.server.ts";
import { PICTURES_JOB } from "../pictures/jobs.server.ts";
import { orderPictures } from "../pictures/orders.server.ts";
import { lockStock } from "../table/commands.server.ts";
import { placed } from "../upload/batch.server.ts";
import type { Checked, Failed, Written } from "../upload/each-once.server.ts";
import { Guides, withoutFar } from "../upload/far-prices.server.ts";
import { Places } from "../upload/places.server.ts";
import { writeAll } from "../upload/write-listings.server.ts";
import { faulty, type ReadItem, readItem, type StatedItem } from "./read.server.ts";

/** The fields that refusals of `stateItems` are about. */
export const ITEM_FIELD_OF: FieldOf = { stock_reserved: "quantity" };

/** What became of an item. "updated": what it states is so now. */
export interface StatedOutcome {
  readonly what: "created" | "updated" | "unchanged";
  readonly key: ListingKey;
  /** It states more pieces than are for sale, because the others were sold here (docs/decisions/0189). */
  readonly isSoldHere: boolean;
}

/** An item's outcome, or why it was refused. */
export type ItemResult = StatedOutcome | Refused | Faulty;

/**
 * `isWhole`: the items replace all but the quantity, the photos and what buyers did. `mustExist`: none becomes a listing.
 * `seen`: the only version of a single item's listing that is changed (`listingVersion`).
 */
interface How {
  readonly seen?: string | null;
  readonly isWhole?: boolean;
  readonly mustExist?: boolean;
}

/**
 * Creates or changes listings by the numbers of a shop's own system, as its stock file would, with these checks: a price
 * far from the guide waits until it is confirmed (0192), and pieces that were sold here do not come back (0189). Each item
 * is accepted or refused by itself.
 * @returns a result for each item, in their order
 * @throws Refused "too_often", "precondition_failed"
 */
export async function stateItems(
  viewer: Viewer,
  items: readonly StatedItem[],
  how: How = {},
): Promise<ItemResult[]> {
  await limit("stock_items", viewer.id, items.length);
  const results = new Map<number, ItemResult>();
  const stored = new Map((await listingsBySku(viewer, items)).map((row) => [nameOf(row.type, row.sku), row]));
  const read = await readAll(viewer, items, stored, how, results);
  const byRow = new Map(read.map((each) => [each.row, each]));
  const rows = read.map(({ row }) => row);
  const { checked, failed } = await placed(rows, new Places());
  noteFailed(results, failed);
  if (checked.length > 0) {
    const asked = checked.filter(({ row }) => !byRow.get(row)?.isConfirmed);
    const guides = await new Guides(viewer.id).far(asked);
    const groups = Map.groupBy(checked, ({ row }) => columnsOf(byRow, row));
    const { types, pictures } = await db()
      .transaction()
      .execute((trx) => write(trx, viewer, groups, { guides, byRow, seen: how.seen ?? null }, results));
    invalidateListingPages(types);
    if (pictures) runNow(PICTURES_JOB);
  }
  return items.map((_, number) => results.get(number) ?? new Refused("error_4xx_message"));
}

function nameOf(type: string, sku: string | null): string {
  return `${type} ${sku}`;
}

/** The same text for the same columns. */
function columnsOf(byRow: ReadonlyMap<ReadRow, ReadItem>, row: ReadRow): string {
  return [...(byRow.get(row)?.columns ?? [])].sort().join(" ");
}

async function readAll(
  viewer: Viewer,
  items: readonly StatedItem[],
  stored: ReadonlyMap<string, OwnRow>,
  { isWhole = false, mustExist = false }: How,
  results: Map<number, ItemResult>,
): Promise<ReadItem[]> {
  const firsts = new Map<string, number>();
  const read: ReadItem[] = [];
  for (const [number, item] of items.entries()) {
    const name = nameOf(item.type, item.sku);
    const first = firsts.get(name);
    firsts.set(name, first ?? number);
    try {
      if (first !== undefined)
        throw new Refused("invalid", { fault: m.csv_sku_twice({ row: first }), field: "sku" });
      const listed = stored.get(name) ?? null;
      if (mustExist && !listed) throw notFound(item.type);
      read.push(await readItem(viewer, item, number, { stored: listed, isWhole }));
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Faulty)) throw error;
      results.set(number, error);
    }
  }
  return read;
}

function notFound(type: string): Refused {
  const definition = categoryOfType(type);
  return definition
    ? new Refused("listing_not_found", { sentence: sentence(definition, "not_found") })
    : new Refused("home_not_found");
}

function noteFailed(results: Map<number, ItemResult>, failed: readonly Failed[]): void {
  for (const { row, faults } of failed) results.set(row.number, refusalOf(faults));
}

function refusalOf(faults: readonly CellFault[]): Refused | Faulty {
  const [first] = faults;
  return first?.code === "far_price"
    ? new Refused("price_unconfirmed", { text: faultText(first), field: "price" })
    : faulty(faults);
}

interface Asking {
  readonly guides: Awaited<ReturnType<Guides["far"]>>;
  readonly byRow: ReadonlyMap<ReadRow, ReadItem>;
  readonly seen: string | null;
}

/** Writes the items, together those with the same columns. */
async function write(
  trx: Transaction<DB>,
  viewer: Viewer,
  groups: ReadonlyMap<string, readonly Checked[]>,
  { guides, byRow, seen }: Asking,
  results: Map<number, ItemResult>,
): Promise<{ readonly types: ReadonlySet<string>; readonly pictures: boolean }> {
  const types = new Set<string>();
  let pictures = false;
  // First: another request may have the same new numbers in another order.
  await lockStock(trx, viewer.id);
  const versions = await lockListed(trx, viewer, [...groups.values()].flat());
  if (seen !== null && versions[0] !== seen) throw new Refused("precondition_failed");
  for (const [names, rows] of groups) {
    const upload = {
      userId: viewer.id,
      known: "update",
      columns: new Set(names.split(" ")),
      feedRun: null,
    } as const;
    const { ready, waiting } = await withoutFar(trx, upload, rows, guides);
    const fewer = (row: Checked) => ({ ...row, stock: { ...row.stock, onlyFewer: true } });
    const refusalOfRow = ({ row }: Checked) => byRow.get(row)?.refusal ?? null;
    const { outcomes, refused } = await writeAll(
      trx,
      upload,
      ready.map((row) => (refusalOfRow(row) ? fewer(row) : row)),
    );
    const replaced = await orderPictures(trx, viewer.id, null, ordersOf(outcomes));
    pictures ||= replaced.length > 0;
    for (const { checked, outcome } of outcomes) {
      const { type } = checked.item;
      results.set(checked.row.number, refusalOfRow(checked) ?? resultOf(type, outcome));
      if (outcome.what === "created" || outcome.what === "updated") types.add(type);
    }
    noteFailed(results, [...refused, ...waiting]);
  }
  return { types, pictures };
}

function resultOf(type: string, outcome: StockOutcome): ItemResult {
  if (!("id" in outcome)) return notFound(type);
  if ("isReserved" in outcome && outcome.isReserved) return new Refused("stock_reserved");
  const isSoldHere = "isSoldHere" in outcome && outcome.isSoldHere;
  return { what: outcome.what, key: { type, id: outcome.id }, isSoldHere };
}

function ordersOf(outcomes: Written["outcomes"]) {
  return outcomes.flatMap(({ checked: { item, stock }, outcome }) =>
    "id" in outcome && !stock.onlyFewer && !("isReserved" in outcome && outcome.isReserved)
      ? [{ key: { type: item.type, id: outcome.id }, urls: item.imageUrls }]
      : [],
  );
}

/** Locks them in one order: group by group, this and a deal about several could wait for each other. */
async function lockListed(trx: Transaction<DB>, viewer: Viewer, rows: readonly Checked[]): Promise<string[]> {
  const types = rows.map(({ item }) => item.type);
  const keys = rows.map(({ item }) => item.key);
  const { rows: locked } = await sql<{ version: string }>`
    select xmin::text as version from listings
    where user_id = ${viewer.id} and (type, row_key) in (select * from unnest(${types}::text[], ${keys}::text[]))
    order by type, id for update
  `.execute(trx);
  return locked.map(({ version }) => version);
}
