import { sql, type Transaction } from "kysely";
import type { ListingKey } from "#app/domain/listing.ts";
import { modelTitle } from "#app/domain/models/model.ts";
import { type StockOutcome, writeStock } from "#app/features/listings/bulk.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import type { CellFault } from "../csv/check.ts";
import { noteListed } from "../feeds/listed.server.ts";
import { orderPictures, type ReplacedOrder } from "../pictures/orders.server.ts";
import { lockStock } from "../table/commands.server.ts";
import { type Checked, eachOnce, type Failed, type Written } from "./each-once.server.ts";
import { writeInHalves } from "./halves.server.ts";
import { type RememberedListing, rememberListings } from "./memory.server.ts";
import type { ExistingListings } from "./view.ts";

export interface ProcessedUpload {
  readonly id: string;
  readonly userId: string;
  readonly known: ExistingListings;
  readonly columns: ReadonlySet<string>;
  readonly rows: number;
  /** The run of a feed that has fetched this file; null for a file that a person has sent. */
  readonly feedRun: { readonly feedId: string; readonly runId: string } | null;
}

/** What became of rows. */
export interface WrittenListings {
  readonly created: number;
  readonly updated: number;
  /** Rows whose listings stayed as they were, or that make none because they are sold out. */
  readonly kept: number;
  readonly soldHere: number;
  readonly failed: readonly Failed[];
  /** The types of the changed listings. */
  readonly types: ReadonlySet<string>;
  /** Whether pictures were ordered. */
  readonly pictures: boolean;
}

/** Creates or updates the listings of these rows, and notes what the upload did. Failed rows are not stored. */
export async function writeListings(
  trx: Transaction<DB>,
  upload: ProcessedUpload,
  rows: readonly Checked[],
): Promise<WrittenListings> {
  // First: rows of others may have the same keys in another order.
  await lockStock(trx, upload.userId);
  const { outcomes: all, refused } = await writeAll(trx, upload, rows);
  const { outcomes, twice } = eachOnce(all);
  const notTheirs = outcomes.filter(({ outcome }) => outcome.what === "not_yours");
  const reserved = outcomes.filter(({ outcome }) => "isReserved" in outcome && outcome.isReserved);
  const failed = [
    ...refused,
    ...reserved.map(({ checked: { row } }) => ({ row, faults: [fault("quantity", "reserved")] })),
    ...twice,
    ...notTheirs.map(({ checked: { row, item } }) => ({
      row,
      // A row without an id belongs to a listing that moderators removed.
      faults: [item.id === null ? fault("", "refused") : fault("id", "not_yours")],
    })),
  ];
  // The others only lower the pieces of their listings: they count as failed.
  const whole = outcomes.filter((each) => !(each.checked.stock.onlyFewer || reserved.includes(each)));
  await noteLinked(trx, upload.id, whole);
  const replaced = await order(trx, upload, whole);
  await remember(trx, upload.id, outcomes, replaced);
  if (upload.feedRun) await noteListed(trx, upload.feedRun, keysOf(outcomes));
  const count = (what: StockOutcome["what"]) => whole.filter(({ outcome }) => outcome.what === what).length;
  const changed = outcomes.filter(({ outcome }) => outcome.what === "created" || outcome.what === "updated");
  return {
    created: count("created"),
    updated: count("updated"),
    kept: count("unchanged") + count("sold_out"),
    soldHere: whole.filter(({ outcome }) => "isSoldHere" in outcome && outcome.isSoldHere).length,
    failed,
    types: new Set(changed.map(({ checked: { item } }) => item.type)),
    pictures: replaced.length > 0,
  };
}

function keysOf(outcomes: Written["outcomes"]): ListingKey[] {
  return outcomes.flatMap(({ checked: { item }, outcome }) =>
    "id" in outcome ? [{ type: item.type, id: outcome.id }] : [],
  );
}

export function fault(column: string, code: string): CellFault {
  return { column, code, parameters: [] };
}

/** Creates or updates the listings of these rows. What the database refuses is left out. */
export async function writeAll(
  trx: Transaction<DB>,
  upload: Pick<ProcessedUpload, "userId" | "known" | "columns" | "feedRun">,
  rows: readonly Checked[],
): Promise<Written> {
  const existing =
    upload.known === "keep"
      ? ({ what: "keep" } as const)
      : ({ what: "update", columns: upload.columns, skipsSoldOut: upload.feedRun !== null } as const);
  const { results, refused } = await writeInHalves(trx, rows, async (some) => {
    const stock = some.map((checked) => checked.stock);
    const outcomes = await writeStock(trx, upload.userId, stock, existing);
    return some.flatMap((checked, n) => {
      const outcome = outcomes[n];
      return outcome ? [{ checked, outcome }] : [];
    });
  });
  return {
    outcomes: results,
    refused: refused.map(({ row: { row } }) => ({ row, faults: [fault("", "refused")] })),
  };
}

/** For the report of the upload. A listing that stayed linked to another model is left out. */
async function noteLinked(
  trx: Transaction<DB>,
  uploadId: string,
  outcomes: Written["outcomes"],
): Promise<void> {
  const rows = outcomes.flatMap(({ checked: { row, item, model }, outcome }) =>
    model && (outcome.what === "created" || outcome.what === "updated")
      ? [
          {
            number: row.number,
            name: item.input.name,
            model: modelTitle(model),
            type: item.type,
            id: outcome.id,
            model_id: model.id,
          },
        ]
      : [],
  );
  if (rows.length === 0) return;
  await sql`
    insert into upload_models (upload_id, number, name, model)
    select ${uploadId}, number, row.name, model
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (number integer, name text, model text, type text, id uuid, model_id uuid)
    join listings using (type, id, model_id)
  `.execute(trx);
}

function order(
  trx: Transaction<DB>,
  upload: ProcessedUpload,
  outcomes: Written["outcomes"],
): Promise<readonly ReplacedOrder[]> {
  const orders = outcomes.flatMap(({ checked: { item }, outcome }) => {
    if (!("id" in outcome) || item.imageUrls.length === 0) return [];
    if (outcome.what === "unchanged" && upload.known === "keep") return [];
    const key = { type: item.type, id: outcome.id };
    return [{ key, urls: item.imageUrls }];
  });
  return orderPictures(trx, upload.userId, upload.id, orders);
}

/** For taking the upload back. */
function remember(
  trx: Transaction<DB>,
  uploadId: string,
  outcomes: Written["outcomes"],
  replaced: readonly ReplacedOrder[],
): Promise<void> {
  const formerUrls = new Map(replaced.map(({ key, formerUrls: urls }) => [`${key.type} ${key.id}`, urls]));
  const changed = outcomes.flatMap(({ checked: { item }, outcome }): RememberedListing[] => {
    if (!("id" in outcome)) return [];
    const key = { type: item.type, id: outcome.id };
    if (outcome.what === "created") return [{ ...key, former: null }];
    const pictures = formerUrls.get(`${key.type} ${key.id}`);
    const values = outcome.what === "updated" ? outcome.former : {};
    const former = { ...values, ...(pictures && { pictures }) };
    return Object.keys(former).length > 0 ? [{ ...key, former }] : [];
  });
  return rememberListings(trx, uploadId, changed);
}
