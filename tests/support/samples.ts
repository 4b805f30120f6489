import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { Attributes } from "#app/domain/categories/derive/input.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { listingDetail } from "#app/features/listings/queries.server.ts";
import type { RelatedView } from "#app/features/listings/view.ts";
import type { PhotoRow } from "#app/features/photos/queries.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { loader as related } from "#app/routes/listings/related.route.ts";
import type { Person } from "./people.ts";
import { insertRow, updateRows } from "./rows.ts";
import type { Visitor } from "./visitor.ts";

export interface Sample {
  /** What the form sends, by the names of its inputs, without photos. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly cents: number;
  readonly attributes: Attributes;
}

const common = { description: "Played one summer, kept dry.", country: "NL", postalCode: "1012 AB" };

const SAMPLES: Readonly<Record<string, Sample>> = {
  racket: {
    fields: {
      ...common,
      name: "Blade 98 16x19",
      brand: "Wilson",
      price: "149.50",
      category: "senior",
      condition: "Like New",
      headsize: "98",
      weight: "305",
      gripsize: "3",
      string_pattern: "16x19",
      color: "Green",
      swingweight: "325",
      balance: "320",
      frame: "intact",
      bumper: "unworn",
      paint: "scratched",
      grip_state: "firm",
      string_state: "fresh",
      weighed: "Unstrung",
      length: "27",
      strung_with: "Luxilon ALU Power",
      string_tension: "52",
      strung_in: "2026-11",
      shipping: "Pick up or shipping",
      transaction_options: ["direct_checkout", "chat"],
    },
    cents: 14_950,
    attributes: {
      category: "senior",
      condition: "Like New",
      headsize: 98,
      weight: 305,
      gripsize: "3",
      string_pattern: "16x19",
      color: "Green",
      swingweight: 325,
      balance: 320,
      frame: "intact",
      bumper: "unworn",
      paint: "scratched",
      grip_state: "firm",
      string_state: "fresh",
      weighed: "Unstrung",
      length: 27,
      strung_with: "Luxilon ALU Power",
      string_tension: 52,
      strung_in: 202611,
      shipping: "Pick up or shipping",
      transaction_options: ["direct_checkout", "chat"],
    },
  },
  string: {
    fields: {
      ...common,
      name: "ALU Power 125",
      brand: "Luxilon",
      price: "139",
      condition: "New",
      negotiation_type: "Fixed price",
      type: "reel",
      material: "polyester",
      string_type: "Monofilament",
      gauge: "1,25",
      length: "200",
      tension: "52.5",
      color: "Silver",
      shipping: "Pick up or shipping",
      transaction_options: ["direct_checkout", "chat"],
    },
    cents: 13_900,
    attributes: {
      type: "reel",
      material: "polyester",
      string_type: "Monofilament",
      gauge: 1.25,
      length: 200,
      tension: 52.5,
      color: "Silver",
      condition: "New",
      shipping: "Pick up or shipping",
      negotiation_type: "Fixed price",
      transaction_options: ["direct_checkout", "chat"],
    },
  },
  bag: {
    fields: {
      ...common,
      name: "Pure Drive RH6",
      brand: "Babolat",
      price: "45",
      style: "racket bag",
      capacity: "6",
      condition: "Good",
      color: "Blue",
      shipping: "Shipping",
    },
    cents: 4_500,
    attributes: { style: "racket bag", capacity: 6, condition: "Good", color: "Blue", shipping: "Shipping" },
  },
  ball: {
    fields: {
      ...common,
      name: "US Open Extra Duty",
      brand: "Wilson",
      price: "6,90",
      balls_per_can: "4",
      packaging_type: "can",
      grade: "premium",
      shipping: "Pick up",
    },
    cents: 690,
    attributes: { balls_per_can: "4", packaging_type: "can", grade: "premium", shipping: "Pick up" },
  },
  clothes: {
    fields: {
      ...common,
      name: "Court Dri-FIT skirt",
      brand: "Nike",
      price: "25",
      gender: "Women",
      type: "Skirt",
      size: "S (4-6)",
      condition: "Like New",
      color: "Navy",
      shipping: "Pick up or shipping",
    },
    cents: 2_500,
    attributes: {
      gender: "Women",
      type: "Skirt",
      size: "S (4-6)",
      condition: "Like New",
      color: "Navy",
      shipping: "Pick up or shipping",
    },
  },
  accessory: {
    fields: {
      ...common,
      name: "Mega Tac overgrip, 10 pieces",
      brand: "Tourna",
      price: "12",
      type: "Grips",
      color: "Blue",
      condition: "New",
      shipping: "Shipping",
    },
    cents: 1_200,
    attributes: { type: "Grips", color: "Blue", condition: "New", shipping: "Shipping" },
  },
};

function sampleOf(type: string): Sample {
  const sample = SAMPLES[type];
  if (!sample) throw new Error(`Give ${type} a complete valid listing in tests/support/samples.ts.`);
  return sample;
}

export const samples = CATEGORIES.map((definition) => ({
  type: definition.type,
  definition,
  sample: sampleOf(definition.type),
}));

/** The photo has no file, and without `columns` it is on no listing. */
export async function photoOf(
  owner: Person,
  columns: Partial<Insertable<DB["photos"]>> = {},
): Promise<string> {
  const { id } = await insertRow("photos", {
    user_id: owner.viewer.id,
    key: randomUUID().replaceAll("-", "").repeat(2),
    width: 640,
    height: 800,
    thumbhash: "",
    ...columns,
  });
  return id;
}

interface Change {
  readonly name?: string;
  readonly brand?: string | null;
  readonly cents?: number;
  /** Added to the sample's attributes. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly listedAt?: Date;
  /** The ids of the owner's photos that become the photos of the listing, in order. */
  readonly photos?: readonly string[];
}

/** Stores the sample of this type, but without country and postal code. */
export async function listingOf(
  owner: Person,
  type: string,
  { name, brand, cents, attributes, listedAt, photos = [] }: Change = {},
): Promise<{ type: string; id: string }> {
  const { fields, cents: price, attributes: own } = sampleOf(type);
  const { id } = await insertRow("listings", {
    type,
    user_id: owner.viewer.id,
    name: name ?? String(fields.name),
    brand: brand === undefined ? String(fields.brand) : brand,
    description: String(fields.description),
    price_cents: cents ?? price,
    attributes: JSON.stringify({ ...own, ...attributes }),
    ...(listedAt && { created_at: listedAt }),
  });
  for (const [position, photo] of photos.entries()) {
    await updateRows("photos", { id: photo }, { listing_type: type, listing_id: id, position });
  }
  return { type, id };
}

/** The rows below a listing. */
export async function relatedOf(visitor: Visitor, { type, id }: ListingKey): Promise<RelatedView> {
  const { data } = await visitor.open(related, `/listings/related?${new URLSearchParams({ type, id })}`);
  return JSON.parse(String(data));
}

/** The photos of a listing that its page shows. */
export async function photosOfListing(key: ListingKey): Promise<readonly PhotoRow[]> {
  return (await listingDetail(key))?.photos ?? [];
}
