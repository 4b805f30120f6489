import { z } from "zod";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { csvColumns } from "#app/domain/categories/derive/csv.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { Faulty } from "#app/features/api/problem.server.ts";
import { keyOfSku, type OwnNumber, type OwnRow } from "#app/features/listings/own/queries.server.ts";
import { presentOwnResource } from "#app/features/listings/own/resource.server.ts";
import { checkedBody, fieldNames, type ListingBody } from "#app/features/sell/json/body.server.ts";
import { readListing, writtenFor } from "#app/features/sell/json/read.server.ts";
import { m } from "#app/paraglide/messages.js";
import { Refused } from "#app/platform/refused.server.ts";
import type { CellFault } from "../csv/check.ts";
import { faultText } from "../csv/fault-text.ts";
import { impossibleLink } from "../csv/picture-link.ts";
import type { ReadRow } from "../csv/row-checker.server.ts";

/** An item as a shop's system states it (`stockItem`), by its number there. */
export interface StatedItem extends OwnNumber {
  readonly body: ListingBody;
}

/** An item that was checked, as a row of a stock file. */
export interface ReadItem {
  readonly row: ReadRow;
  /** The columns of a file that would say the same. */
  readonly columns: ReadonlySet<string>;
  readonly isConfirmed: boolean;
  /** Why nothing of it is written but that there are fewer pieces; null for all others. */
  readonly refusal: Refused | null;
}

const COLUMN_NAMES: Readonly<Record<string, string>> = { postal_code: "postalCode", country: "postalCode" };
const FIELD_NAMES: Readonly<Record<string, string>> = { postalCode: "postal_code", imageUrls: "images" };

/** The columns of these fields. The quantity is none of `fieldNames`: it stays unless it is stated. */
function columnsOf(definition: CategoryDefinition, names: readonly string[]): ReadonlySet<string> {
  const columns = csvColumns(definition);
  return new Set(names.map((name) => columns.get(name) ?? COLUMN_NAMES[name] ?? name));
}

/** The faults of a row, with the names of the fields in JSON. */
export function faulty(faults: readonly CellFault[]): Refused | Faulty {
  const [first] = faults;
  if (first && first.column === "") return new Refused("invalid", { fault: faultText(first) });
  const issues = faults.map((each): z.core.$ZodIssue => {
    const column = FIELD_NAMES[each.column] ?? each.column;
    return { code: "custom", path: [column], message: faultText({ ...each, column }), input: undefined };
  });
  return new Faulty("body", new z.ZodError(issues));
}

function picturesIn({ images }: ListingBody): readonly string[] {
  const urls = Array.isArray(images) ? images.map(String) : [];
  const impossible = urls.find(impossibleLink);
  if (impossible === undefined) return urls;
  throw faulty([{ column: "imageUrls", code: "image_link", parameters: [impossible.slice(0, 80)] }]);
}

/**
 * Checks an item as the form of a listing does.
 * @param number of the item in its request
 * @param stored the listing that it is about, whose values stay where the body has none; null for a new one, and for an
 *   item that replaces all
 * @throws Faulty; Refused "price_unconfirmed"
 */
export async function readItem(
  viewer: Viewer,
  { type, sku, body }: StatedItem,
  number: number,
  { stored, isWhole }: { readonly stored: OwnRow | null; readonly isWhole: boolean },
): Promise<ReadItem> {
  const definition = categoryOfType(type);
  if (!definition) throw new Refused("home_not_found");
  const { images, price_confirmed, ...fields } = body;
  const former = stored && !isWhole ? writtenFor(definition, await presentOwnResource(stored, viewer)) : {};
  const whole = checkedBody(definition, { ...former, ...fields, images: [] });
  const input = readListing(definition, whole, "without photos");
  const isConfirmed = price_confirmed === true;
  const stated = stored ? stored.quantity + stored.sold_here : 1;
  const wasFree = stored?.price_cents === 0 && stated > 0;
  const refusal =
    fields.price === 0 && !isConfirmed && !wasFree
      ? new Refused("price_unconfirmed", { text: m.api_price_zero(), field: "price" })
      : null;
  if (refusal && !stored) throw refusal;
  const { quantity } = whole;
  const key = keyOfSku(sku);
  const item = {
    type,
    id: null,
    key,
    input,
    // Not written then, but a price is asked about unless the shop's own system has no pieces.
    quantity: typeof quantity === "number" ? quantity : stated,
    imageUrls: picturesIn(body),
  };
  const given = Object.keys(fields).filter((name) => fields[name] !== undefined);
  return {
    row: { number, start: 0, cells: {}, read: { item, rowKey: key } },
    columns: columnsOf(definition, isWhole ? [...fieldNames(definition), ...given] : given),
    isConfirmed,
    refusal,
  };
}
