import { comparable } from "#app/domain/text-rules.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import { db } from "#app/platform/db.server.ts";

/** What a statement about the stock may say, without the code of the search. */
type Listing = Pick<
  CardRow,
  "type" | "name" | "brand" | "price_cents" | "country" | "postal_code" | "town" | "attributes"
> & { readonly id: string };

interface PlacedListing extends Listing {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export type Stock = readonly PlacedListing[];

export async function stockNow(): Promise<Stock> {
  return db()
    .selectFrom("listings")
    .select(["type", "id", "name", "brand", "price_cents", "country", "postal_code", "town", "attributes"])
    .select(["latitude", "longitude"])
    .where("status", "=", "available")
    .where("hidden", "is", null)
    .execute() as Promise<Stock>;
}

/** Letters and digits in lower case, without accents and spaces. */
export function letters(text: string): string {
  return comparable(text).replace(/[^\p{L}\p{N}]+/gu, "");
}

export function valuesOf(listing: Listing, field: string): readonly string[] {
  const columns: Readonly<Record<string, unknown>> = {
    brand: listing.brand,
    price: listing.price_cents / 100,
    country: listing.country,
    postal_code: listing.postal_code?.replace(/\s/g, ""),
  };
  const value = field in columns ? columns[field] : (listing.attributes as Record<string, unknown>)[field];
  return (Array.isArray(value) ? value : [value ?? ""]).map(String);
}

/**
 * Whether a listing is what a statement says: conditions joined by ";", each `field=value|value`, `field=low..high` with
 * one or both ends, `title=words` (a word that the brand or the name contains), or `near=town km`, each also after "not".
 * `type` is the category; the field of this name is `clothes.type=Skirt`.
 */
export function isTrue(statement: string, listing: Listing, stock: Stock): boolean {
  return statement
    .split(";")
    .map((each) => each.trim())
    .every((each) =>
      each.startsWith("not ") ? !holds(each.slice(4), listing, stock) : holds(each, listing, stock),
    );
}

function holds(condition: string, listing: Listing, stock: Stock): boolean {
  const [name = "", value = ""] = condition.split("=").map((each) => each.trim());
  if (name === "near") return isNear(value, listing, stock);
  if (name === "title") {
    const title = letters(`${listing.brand ?? ""} ${listing.name}`);
    return value.split("|").some((words) => words.split(" ").every((word) => title.includes(letters(word))));
  }
  const [type, field] = name.includes(".") ? name.split(".") : [listing.type, name];
  if (type !== listing.type) return false;
  const has = name === "type" ? [listing.type] : valuesOf(listing, field ?? "");
  const [, low = "", high = ""] = /^([\d.]*?)\.\.([\d.]*)$/.exec(value) ?? [];
  if (low + high === "") return value.split("|").some((each) => has.includes(each));
  return has.some(
    (each) =>
      each !== "" &&
      (low === "" || Number(each) >= Number(low)) &&
      (high === "" || Number(each) <= Number(high)),
  );
}

/** "Amsterdam 30": within 30 km of the listings in Amsterdam. */
function isNear(value: string, { id }: Listing, stock: Stock): boolean {
  const [, town = "", km = ""] = /^(.*) (\d+)$/.exec(value) ?? [];
  const listing = stock.find((each) => each.id === id);
  const centre = stock.find((each) => letters(each.town ?? "") === letters(town));
  if (!centre || !listing) return false;
  return kmBetween(centre, listing) <= Number(km);
}

/** On a sphere; places without coordinates are far from all. */
function kmBetween(a: PlacedListing, b: PlacedListing): number {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null)
    return Infinity;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [from, to] = [radians(a.latitude), radians(b.latitude)];
  const cosine =
    Math.sin(from) * Math.sin(to) +
    Math.cos(from) * Math.cos(to) * Math.cos(radians(b.longitude - a.longitude));
  return 6371 * Math.acos(Math.min(1, cosine));
}
