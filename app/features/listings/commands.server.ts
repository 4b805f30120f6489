import { sql, type Transaction } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { ListingInput } from "#app/domain/categories/derive/input.ts";
import { isId } from "#app/domain/ids.ts";
import { MAX_QUANTITY } from "#app/domain/quantity.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { attachPhotos } from "#app/features/photos/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { wake } from "#app/platform/jobs.server.ts";
import { pageCache } from "#app/platform/page-cache.server.ts";
import { can } from "./policy.ts";
import type { ListingKey } from "./queries.server.ts";
import { locateListing } from "./search.server.ts";

/** A write that was refused: nothing was changed. */
export class ListingRefused extends Error {
  readonly reason: "not_found" | "not_yours" | "unknown_place" | "sold_out" | "reserved";

  constructor(reason: ListingRefused["reason"]) {
    super(reason);
    this.name = "ListingRefused";
    this.reason = reason;
  }
}

/** The job that tells of what the database wrote down of listings (app/jobs.server.ts). */
export const LISTING_CHANGES_JOB = "listing-changes";

async function columnsOf(input: ListingInput) {
  const centre = input.place ? await locateListing(input.place) : null;
  if (input.place && !centre) throw new ListingRefused("unknown_place");
  return {
    name: input.name,
    brand: input.brand,
    description: input.description,
    price_cents: input.priceCents,
    country: input.place?.country ?? null,
    postal_code: input.place?.postalCode ?? null,
    latitude: centre?.latitude ?? null,
    longitude: centre?.longitude ?? null,
    town: centre?.town ?? null,
    approximate: centre?.approximate ?? false,
    attributes: sql<string>`${JSON.stringify(input.attributes)}::jsonb`,
  };
}

/** Whether the database refused that fewer pieces are left of something than are reserved (docs/decisions/0047-deals.md). */
export function leavesTooFew(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === "23514" && constraint === "listings_reserved";
}

/** Runs a change of this type's stock; when it resolves, no page of this server shows the stock of before. */
async function changing<Result>(
  type: string,
  run: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  const result = await db()
    .transaction()
    .execute(run)
    .catch((error: unknown) => {
      throw leavesTooFew(error) ? new ListingRefused("reserved") : error;
    });
  invalidateListingPages([type]);
  return result;
}

/** For whoever committed a change of these types' stock: from here on no page of this server shows what was before. */
export function invalidateListingPages(types: Iterable<string>): void {
  // The other servers hear of it from the database; this one need not wait for that.
  for (const type of types) pageCache.invalidate(type);
  // Those whom it concerns hear of it now rather than within the minute.
  wake(LISTING_CHANGES_JOB);
}

/**
 * Lists something for sale (M6.4, M7.3). The photos must be the viewer's own and unused.
 * @throws ListingRefused "unknown_place" for a postal code of no known region; PhotosRefused for photos that are not theirs.
 */
export async function createListing(
  viewer: Viewer,
  definition: CategoryDefinition,
  input: ListingInput,
): Promise<ListingKey> {
  const columns = await columnsOf(input);
  return changing(definition.type, async (trx) => {
    const { id } = await trx
      .insertInto("listings")
      .values({ type: definition.type, user_id: viewer.id, ...columns })
      .returning("id")
      .executeTakeFirstOrThrow();
    const key = { type: definition.type, id };
    await attachPhotos(trx, viewer.id, key, input.photoIds);
    return key;
  });
}

/**
 * Changes a listing to what its owner wrote.
 * @throws ListingRefused, PhotosRefused
 */
export async function updateListing(
  viewer: Viewer,
  definition: CategoryDefinition,
  id: string,
  input: ListingInput,
): Promise<ListingKey> {
  const key = { type: definition.type, id };
  const columns = await columnsOf(input);
  return changing(definition.type, async (trx) => {
    await authorize(trx, viewer, "edit", key);
    await trx
      .updateTable("listings")
      .set({ ...columns, updated_at: sql`now()` })
      .where("type", "=", key.type)
      .where("id", "=", id)
      .execute();
    await attachPhotos(trx, viewer.id, key, input.photoIds);
    return key;
  });
}

/**
 * Takes a listing away for good. Its photos are swept later, its conversations stay.
 * @throws ListingRefused
 */
export async function deleteListing(viewer: Viewer, key: ListingKey): Promise<void> {
  await changing(key.type, async (trx) => {
    await authorize(trx, viewer, "delete", key);
    await trx.deleteFrom("listings").where("type", "=", key.type).where("id", "=", key.id).execute();
  });
}

/** What an owner changes of a listing without its form: the price in euro cents, and how many pieces there are. */
export interface PriceAndQuantity {
  readonly priceCents: number;
  readonly quantity: number;
}

/**
 * Sets a listing's price or quantity, if that is still what its owner saw (`was`): what somebody else, or they
 * themselves in another tab, made of it meanwhile is not overwritten unseen.
 * @returns whether it is now as wanted, and what stands
 * @throws ListingRefused
 */
export async function setPriceAndQuantity(
  viewer: Viewer,
  key: ListingKey,
  was: Partial<PriceAndQuantity>,
  wanted: Partial<PriceAndQuantity>,
): Promise<{ readonly done: boolean; readonly stands: PriceAndQuantity }> {
  return changing(key.type, async (trx) => {
    const stands = await authorize(trx, viewer, "edit", key);
    const has = ({ priceCents, quantity }: Partial<PriceAndQuantity>) =>
      (priceCents ?? stands.priceCents) === stands.priceCents &&
      (quantity ?? stands.quantity) === stands.quantity;
    if (has(wanted)) return { done: true, stands };
    if (!has(was)) return { done: false, stands };
    const next = {
      priceCents: wanted.priceCents ?? stands.priceCents,
      quantity: wanted.quantity ?? stands.quantity,
    };
    await trx
      .updateTable("listings")
      .set({ price_cents: next.priceCents, quantity: next.quantity, updated_at: sql`now()` })
      .where("type", "=", key.type)
      .where("id", "=", key.id)
      .execute();
    return { done: true, stands: next };
  });
}

/**
 * Counts a listing's quantity down by what was sold. Of several who sell the last piece at once exactly one does: it
 * never falls below 0.
 * @returns how many are left
 * @throws ListingRefused "sold_out" where there are fewer than `pieces`, "reserved" where they are somebody's
 */
export function sellOne(viewer: Viewer, key: ListingKey, pieces = 1): Promise<number> {
  return count(viewer, key, -pieces);
}

/**
 * Takes `sellOne` back.
 * @returns how many there are now
 * @throws ListingRefused "sold_out" where that would be more than a listing may stand for
 */
export function takeSaleBack(viewer: Viewer, key: ListingKey, pieces = 1): Promise<number> {
  return count(viewer, key, pieces);
}

function count(viewer: Viewer, key: ListingKey, pieces: number): Promise<number> {
  return changing(key.type, async (trx) => {
    await authorize(trx, viewer, "edit", key);
    const counted = await trx
      .updateTable("listings")
      .set((eb) => ({ quantity: eb("quantity", "+", pieces), updated_at: sql`now()` }))
      .where("type", "=", key.type)
      .where("id", "=", key.id)
      .where(sql<boolean>`quantity + ${pieces} between 0 and ${MAX_QUANTITY}`)
      .returning("quantity")
      .executeTakeFirst();
    if (!counted) throw new ListingRefused("sold_out");
    return counted.quantity;
  });
}

/** Holds the listing until the transaction ends: what is allowed now must still be so when it is done. */
async function authorize(
  trx: Transaction<DB>,
  viewer: Viewer,
  action: "edit" | "delete",
  key: ListingKey,
): Promise<PriceAndQuantity> {
  if (!isId(key.id)) throw new ListingRefused("not_found");
  const listing = await trx
    .selectFrom("listings")
    .select(["user_id as userId", "price_cents as priceCents", "quantity"])
    .where("type", "=", key.type)
    .where("id", "=", key.id)
    .forUpdate()
    .executeTakeFirst();
  if (!listing) throw new ListingRefused("not_found");
  if (!can(viewer, action, listing)) throw new ListingRefused("not_yours");
  return { priceCents: listing.priceCents, quantity: listing.quantity };
}
