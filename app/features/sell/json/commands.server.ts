import type { ListingInput } from "#app/domain/categories/derive/input.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import type { FieldOf } from "#app/features/api/problem.server.ts";
import { createListing, setPriceAndQuantity, updateListing } from "#app/features/listings/commands.server.ts";
import type { PriceAndQuantity } from "#app/features/listings/lock-own.server.ts";
import { ownListing } from "#app/features/listings/own/queries.server.ts";
import { presentOwnResource } from "#app/features/listings/own/resource.server.ts";
import { listingVersion } from "#app/features/listings/queries.server.ts";
import { namedPhotos } from "#app/features/photos/named.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { editableListing } from "../edited.server.ts";
import { checkedBody, type ListingBody } from "./body.server.ts";
import { readListing, writtenFor } from "./read.server.ts";

/** The fields in JSON that refusals of these commands are about. */
export const LISTING_FIELD_OF: FieldOf = {
  listing_unknown_place: "postal_code",
  photos_attach_none: "images",
  photos_attach_twice: "images",
  photos_attach_missing: "images",
  photos_too_many_total: "images",
  stock_reserved: "quantity",
};

/** How often a change is merged again because the listing was changed at the same moment. */
const MERGES = 3;

function categoryOf(type: unknown) {
  const definition = categoryOfType(String(type));
  if (!definition) throw new Refused("home_not_found");
  return definition;
}

const piecesIn = ({ quantity }: ListingBody) => (typeof quantity === "number" ? quantity : undefined);

async function withPhotos(
  viewer: Viewer,
  input: ListingInput,
  listing: ListingKey | null,
): Promise<ListingInput> {
  return { ...input, photoIds: await namedPhotos(viewer, input.photoIds, listing) };
}

/** Lists what a program has written (`newListing`). @throws Faulty; Refused as `createListing` does */
export async function listFromJson(viewer: Viewer, body: ListingBody): Promise<ListingKey> {
  const definition = categoryOf(body.listing_type);
  const input = await withPhotos(viewer, readListing(definition, body), null);
  return createListing(viewer, definition, input, null, piecesIn(body));
}

/**
 * Writes a listing anew (`newListing`).
 * @param seen the only version that is replaced (`listingVersion`); null for any
 * @throws Faulty; Refused as `updateListing` does, "precondition_failed"
 */
export async function replaceFromJson(
  viewer: Viewer,
  key: ListingKey,
  body: ListingBody,
  seen: string | null,
): Promise<void> {
  const definition = categoryOf(key.type);
  const read = readListing(definition, body);
  await editableListing(viewer, definition, key.id);
  const input = await withPhotos(viewer, read, key);
  const replaced = await updateListing(viewer, definition, key.id, input, seen, piecesIn(body));
  if (!replaced) throw new Refused("precondition_failed");
}

function onlyPriceAndQuantity({ price, quantity, ...others }: ListingBody): boolean {
  return Object.values(others).every((value) => value === undefined);
}

/**
 * Changes some fields of a listing (`listingChanges`). The others stay, also when they are changed at the same moment.
 * @param seen the only version that is changed (`listingVersion`); null for any
 * @throws Faulty; Refused as `updateListing` does, "precondition_failed"
 */
export async function changeFromJson(
  viewer: Viewer,
  key: ListingKey,
  changes: ListingBody,
  seen: string | null,
): Promise<void> {
  const definition = categoryOf(key.type);
  for (let tried = 1; tried <= MERGES; tried += 1) {
    const version = await listingVersion(key);
    if (seen !== null && version !== seen) throw new Refused("precondition_failed");
    await editableListing(viewer, definition, key.id);
    const row = await ownListing(viewer, key);
    if (!row) continue;
    const stored = writtenFor(definition, await presentOwnResource(row, viewer));
    const body = checkedBody(definition, { ...stored, ...changes });
    if (onlyPriceAndQuantity(changes)) {
      const read = readListing(definition, body, "without photos");
      await setPriceAndQuantity(viewer, key, {}, priceAndQuantity(changes, read), seen);
      return;
    }
    // Photos that are not given may be arranged by another writer at the same moment, which no version tells.
    const input =
      changes.images === undefined
        ? { ...readListing(definition, body, "without photos"), photoIds: null }
        : await withPhotos(viewer, readListing(definition, body), key);
    if (await updateListing(viewer, definition, key.id, input, version, piecesIn(changes))) return;
  }
  throw new Refused("error_4xx_message");
}

function priceAndQuantity(changes: ListingBody, { priceCents }: ListingInput): Partial<PriceAndQuantity> {
  const quantity = piecesIn(changes);
  return {
    ...(changes.price !== undefined && { priceCents }),
    ...(quantity !== undefined && { quantity }),
  };
}
