import { sql, type Transaction } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { ListingInput } from "#app/domain/categories/derive/input.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { modelIdFor } from "#app/features/models/link.server.ts";
import { attachPhotos } from "#app/features/photos/commands.server.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { db, prepared } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { runNow } from "#app/platform/jobs.server.ts";
import { pageCache } from "#app/platform/page-cache.server.ts";
import { limit, refundUse } from "#app/platform/rate-limit.server.ts";
import { lookForSignals } from "#app/platform/recent-signals.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { columnValues } from "./columns.server.ts";
import { lockOwn, type PriceAndQuantity } from "./lock-own.server.ts";
import { locateListing } from "./places.server.ts";
import { MAX_QUANTITY } from "./rules.ts";
import { leavesTooFew, soldHereAfter } from "./writes.server.ts";

/** For each change of a listing that the database recorded, this job notifies people and closes offers. */
export const LISTING_CHANGES_JOB = "listing-changes";

async function columnsOf(definition: CategoryDefinition, input: Omit<ListingInput, "photoIds">) {
  const centre = input.place ? await locateListing(input.place) : null;
  if (input.place && !centre) throw new Refused("listing_unknown_place");
  const columns = columnValues(input, centre, await modelIdFor(definition, input));
  return { ...columns, attributes: sql<string>`${JSON.stringify(input.attributes)}::jsonb` };
}

function writing<Result>(run: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
  return db()
    .transaction()
    .execute(run)
    .catch((error: unknown) => {
      throw leavesTooFew(error) ? new Refused("stock_reserved") : error;
    });
}

/** When the promise resolves, this server has no cached page that shows the listings of this type as they were. */
async function changing<Result>(
  type: string,
  run: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  const result = await writing(run);
  invalidateListingPages([type]);
  return result;
}

/** Invalidates this server's cached pages of these types, after the commit of a change to their listings. */
export function invalidateListingPages(types: Iterable<string>): void {
  // The database notifies the other servers. This one need not wait for the notification.
  for (const type of types) pageCache.invalidate(type);
  // Starts the job now rather than within the minute, so that people are notified soon.
  runNow(LISTING_CHANGES_JOB);
  lookForSignals();
}

/**
 * Creates a listing, and returns its key. The photos must be the viewer's own and unused. A form that is
 * sent twice creates one listing: a repeated `clientId` with the same title returns the viewer's first listing.
 * @throws Refused "too_often", "listing_unknown_place" when not even the region of the postal code is known, or a fault
 * of the photos
 */
export async function createListing(
  viewer: Viewer,
  definition: CategoryDefinition,
  input: ListingInput,
  clientId: string | null,
  quantity = 1,
): Promise<ListingKey> {
  const { type } = definition;
  const rowKey = clientId === null ? null : formKey(clientId, input);
  const listed = await listedBy(viewer, definition, rowKey);
  if (listed) return listed;
  await limit("listing_write", viewer.id);
  const columns = await columnsOf(definition, input);
  const { key, repeated, isNews } = await writing(async (trx) => {
    const [created] = await prepared(
      trx
        .insertInto("listings")
        .values({ type, user_id: viewer.id, row_key: rowKey, language: getLocale(), quantity, ...columns })
        // A repetition that arrives while the first request is running waits here for its commit.
        .onConflict((conflict) =>
          conflict.columns(["type", "user_id", "row_key"]).where("row_key", "is not", null).doNothing(),
        )
        .returning(["type", "id"]),
      trx,
    );
    if (created) await attachPhotos(trx, viewer.id, created, input.photoIds);
    const existing = created ?? (await listedBy(viewer, definition, rowKey, trx));
    if (!existing) throw new Error("The listing was deleted while its form was sent again.");
    return { key: existing, repeated: !created, isNews: await isNewsWaiting(trx) };
  });
  pageCache.invalidate(type);
  // A new listing closes no offer, and is news only for saved searches.
  if (isNews) runNow(LISTING_CHANGES_JOB);
  lookForSignals();
  if (repeated) await refundUse("listing_write", viewer.id);
  return key;
}

/** The beginning of the `row_key` of a listing that was made with the form. Other keys are those of files and feeds. */
export const FORM_KEY = "form:";

/**
 * The `row_key` of a listing that was made with the form. It contains the title, because a form can be used for a
 * second item: in a copy of the tab, or when its draft is restored after a lost response.
 */
function formKey(clientId: string, { name }: ListingInput): string {
  return `${FORM_KEY}${clientId}:${name}`;
}

async function listedBy(
  viewer: Viewer,
  { type, plural }: CategoryDefinition,
  rowKey: string | null,
  trx?: Transaction<DB>,
): Promise<ListingKey | undefined> {
  if (rowKey === null) return undefined;
  const [listed] = await prepared(
    sql<ListingKey>`
      select type, id from ${sql.table(plural)}
      where type = ${type} and user_id = ${viewer.id} and row_key = ${rowKey}
    `,
    trx,
  );
  return listed;
}

async function isNewsWaiting(trx: Transaction<DB>): Promise<boolean> {
  return (await prepared(sql<object>`select from listing_changes limit 1`, trx)).length > 0;
}

/** What the owner has entered. Null: the photos stay as they are. */
type ChangedListing = Omit<ListingInput, "photoIds"> & { readonly photoIds: readonly string[] | null };

/**
 * Updates a listing with its owner's input.
 * @param seen the version of the listing that the input was merged with (`listingVersion`). Null: with none
 * @param quantity the new number of pieces; without it, the listing keeps what it has
 * @returns null when the listing has changed since then; nothing is written
 * @throws Refused as `createListing` does, or "listing_not_found", "listing_not_yours" or "stock_reserved"
 */
export async function updateListing(
  viewer: Viewer,
  definition: CategoryDefinition,
  id: string,
  input: ChangedListing,
  seen: string | null,
  quantity?: number,
): Promise<ListingKey | null> {
  await limit("listing_write", viewer.id);
  const key = { type: definition.type, id };
  const columns = await columnsOf(definition, input);
  return changing(definition.type, async (trx) => {
    const { current, version } = await lockOwn(trx, viewer, "edit", key);
    if (seen !== null && version !== seen) return null;
    await trx
      .updateTable("listings")
      .set({
        ...columns,
        ...(quantity !== undefined && {
          quantity,
          sold_here: soldHereAfter(current.quantity - quantity),
        }),
        language: sql`case when (name, description) = (${input.name}, ${input.description}) then language
          else ${getLocale()} end`,
        updated_at: sql`now()`,
      })
      .where("type", "=", key.type)
      .where("id", "=", id)
      .execute();
    if (input.photoIds) await attachPhotos(trx, viewer.id, key, input.photoIds);
    return key;
  });
}

/**
 * Deletes a listing permanently. Its photos are deleted a day later, and its conversations stay.
 * @param seen the only version that is deleted (`listingVersion`); null for any
 * @throws Refused "too_often", "listing_not_found", "listing_not_yours" or "precondition_failed"
 */
export async function deleteListing(viewer: Viewer, key: ListingKey, seen?: string | null): Promise<void> {
  await limit("listing_write", viewer.id);
  await changing(key.type, async (trx) => {
    await lockOwn(trx, viewer, "delete", key, seen);
    await trx.deleteFrom("listings").where("type", "=", key.type).where("id", "=", key.id).execute();
  });
}

/**
 * Sets a listing's price or quantity, if they still are what its owner saw (`was`). A change that was made in between,
 * by another user or in another tab, is not overwritten.
 * @param seen the only version that is changed (`listingVersion`); null for any
 * @returns whether the listing now has the wanted values, and its current values
 * @throws Refused as `deleteListing` does, or "stock_reserved" when more pieces are reserved than would be left
 */
export async function setPriceAndQuantity(
  viewer: Viewer,
  key: ListingKey,
  was: Partial<PriceAndQuantity>,
  wanted: Partial<PriceAndQuantity>,
  seen?: string | null,
): Promise<{ readonly done: boolean; readonly current: PriceAndQuantity }> {
  await limit("stock_write", viewer.id);
  return changing(key.type, async (trx) => {
    const { current } = await lockOwn(trx, viewer, "edit", key, seen);
    const has = ({ priceCents, quantity }: Partial<PriceAndQuantity>) =>
      (priceCents ?? current.priceCents) === current.priceCents &&
      (quantity ?? current.quantity) === current.quantity;
    if (has(wanted)) return { done: true, current };
    if (!has(was)) return { done: false, current };
    const next = {
      priceCents: wanted.priceCents ?? current.priceCents,
      quantity: wanted.quantity ?? current.quantity,
    };
    await trx
      .updateTable("listings")
      .set({
        price_cents: next.priceCents,
        quantity: next.quantity,
        sold_here: soldHereAfter(current.quantity - next.quantity),
        updated_at: sql`now()`,
      })
      .where("type", "=", key.type)
      .where("id", "=", key.id)
      .execute();
    return { done: true, current: next };
  });
}

/**
 * Lowers a listing's quantity by the pieces sold. It never falls below 0: of concurrent sales of the last piece,
 * exactly one succeeds.
 * @returns the quantity left
 * @throws Refused as `deleteListing` does, "stock_none_left" when fewer than `pieces` are left, or "stock_reserved"
 * when the pieces left are reserved
 */
export function sellOne(viewer: Viewer, key: ListingKey, pieces = 1): Promise<number> {
  return count(viewer, key, -pieces);
}

/**
 * Reverts `sellOne`.
 * @returns the new quantity
 * @throws Refused as `deleteListing` does, or "stock_none_left" when that would exceed the maximum quantity of a
 * listing
 */
export function takeSaleBack(viewer: Viewer, key: ListingKey, pieces = 1): Promise<number> {
  return count(viewer, key, pieces);
}

async function count(viewer: Viewer, key: ListingKey, pieces: number): Promise<number> {
  await limit("stock_write", viewer.id);
  return changing(key.type, async (trx) => {
    await lockOwn(trx, viewer, "edit", key);
    const counted = await trx
      .updateTable("listings")
      .set((eb) => ({
        quantity: eb("quantity", "+", pieces),
        sold_here: soldHereAfter(-pieces),
        updated_at: sql`now()`,
      }))
      .where("type", "=", key.type)
      .where("id", "=", key.id)
      .where(sql<boolean>`quantity + ${pieces} between 0 and ${MAX_QUANTITY}`)
      .returning("quantity")
      .executeTakeFirst();
    if (!counted) throw new Refused("stock_none_left");
    return counted.quantity;
  });
}
