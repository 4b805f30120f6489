import { z } from "zod";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { AttributeValue } from "#app/domain/categories/fields/kind.ts";
import { type Field, kindOf, optionsOf, traitsOf } from "#app/domain/categories/fields/registry.ts";
import { listingPath, modelPath } from "#app/domain/categories/paths.ts";
import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";
import { LISTING_STATUSES } from "#app/domain/listing.ts";
import { type Model, modelTitle } from "#app/domain/models/model.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { id, moment } from "#app/features/api/fields.ts";
import { photoAddress } from "#app/features/photos/photo.ts";
import { baseLocale } from "#app/paraglide/runtime.js";
import { env } from "#app/platform/env.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import { areaOf, publicDistance } from "./present.server.ts";
import type { CardRow, DetailRow } from "./queries.server.ts";

/** The fields of listings of all categories. */
const common = z.object({
  id,
  name: z.string(),
  brand: z.string().nullable(),
  price: z.number().meta({ description: "In euros, with at most two decimals.", examples: [129.5] }),
  currency: z.literal("EUR"),
  status: z.enum(LISTING_STATUSES).meta({ description: "Only the owner sees a hidden listing." }),
  quantity: z.int().meta({ description: "Pieces that are not sold." }),
  quantity_available: z.int().meta({ description: "Pieces that nobody reserved." }),
  image: z.url().nullable().meta({ description: "The main photo." }),
  user_id: id.meta({ description: "The seller." }),
  created_at: moment,
  language: z.string().nullable().meta({ description: "Of the name and the description, if it is known." }),
  country: z.string().nullable(),
  postal_code: z
    .string()
    .nullable()
    .meta({ description: 'The postal area ("1012"); for the owner, the whole code ("1012AB").' }),
  town: z.string().nullable(),
  distance_km: z
    .int()
    .nullable()
    .meta({ description: "From the postal code of the request, if it has one." }),
  distance_rough: z.boolean().meta({
    description: "Whether only the region of one of the places is known, so that the distance is a guess.",
  }),
  url: z.url().meta({ description: "The page." }),
  description: z.string().optional().meta({ description: "Not in lists." }),
  images: z.array(z.url()).optional().meta({ description: "All photos, the main one first. Not in lists." }),
  seller: z
    .object({ id, username: z.string(), avatar_url: z.url().nullable() })
    .optional()
    .meta({ description: "Not in lists." }),
  model: z
    .object({ slug: z.string(), title: z.string(), url: z.url() })
    .nullable()
    .optional()
    .meta({ description: "Of the catalogue, if it is known. Not in lists." }),
});

/** The further fields are those of its category. */
export type ListingResource = z.input<typeof common> & {
  readonly listing_type: string;
  readonly [field: string]: unknown;
};

/** Codes with their texts ("3: L3 · 4 3/8"); undefined for values that speak for themselves. */
function codesOf(field: Field): string | undefined {
  const codes = optionsOf(field).filter(({ value, name = value }) => name !== value);
  return codes.length > 0 ? codes.map(({ value, name }) => `${value}: ${name}`).join("; ") : undefined;
}

/** The schema of a field's value in JSON. */
function schemaOf(field: Field): z.ZodType {
  const { min, max, step, unit, maxLength } = traitsOf(field);
  const values = optionsOf(field).map(({ value }) => value);
  if (values.length > 0) {
    const value = z.enum(values);
    const description = codesOf(field);
    const coded = description === undefined ? value : value.meta({ description });
    return kindOf(field).isList ? z.array(coded).max(values.length) : coded;
  }
  if (maxLength !== undefined) return z.string().max(maxLength);
  if (step === undefined || min === undefined || max === undefined)
    return z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
      .meta({ description: "A month.", examples: ["2027-03"] });
  const number = z.number().min(min).max(max);
  return unit === undefined ? number : number.meta({ description: `In ${unit}.` });
}

/**
 * The value in JSON of a stored one, as `schemaOf` describes it. A month is stored as a number, and written as its input
 * has it.
 */
function jsonOf(field: Field, stored: AttributeValue | undefined): unknown {
  if (stored === undefined) return null;
  const isMonth = typeof stored === "number" && traitsOf(field).step === undefined;
  return isMonth ? kindOf(field).input(field, stored, false) : stored;
}

/** The schemas of the fields of a category, by name. */
export function attributeSchemas({ fields }: CategoryDefinition): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));
}

function resourceOf(definition: CategoryDefinition) {
  const { type, fields } = definition;
  const attributes = Object.entries(attributeSchemas(definition)).map(([name, schema]) => [
    name,
    fields[name]?.required ? schema : schema.nullable(),
  ]);
  return z
    .object({ listing_type: z.literal(type), ...common.shape, ...Object.fromEntries(attributes) })
    .meta({ id: `Listing_${type}` });
}

type Resource = ReturnType<typeof resourceOf>;

/**
 * A listing in JSON, with the fields of its category beside those of all (docs/laws.md, law 4). `listing_type` is the
 * category, because some categories have a field `type`.
 *
 * There is no latitude and longitude: a seller gives a postal code for the distance, not to be visited. Nobody but the
 * owner gets more of it than the postal area (decision 0014).
 */
export const listingResource = z
  .discriminatedUnion("listing_type", CATEGORIES.map(resourceOf) as [Resource, ...Resource[]])
  .meta({ id: "Listing" }) as unknown as z.ZodType<ListingResource, ListingResource>;

/** The URL of a page in the default language, so that everybody gets the same answer. */
export function pageAddress(path: string): string {
  return wholeAddress(path, baseLocale);
}

/** The URL of a person's picture. */
export function pictureAddress(path: string | null): string | null {
  return path === null ? null : new URL(path, env().baseUrl).href;
}

function presentAttributes({ fields }: CategoryDefinition, { attributes }: Pick<CardRow, "attributes">) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, jsonOf(field, attributes[name])]),
  );
}

/** What only the answer for one listing has. `model` is undefined where the caller did not look for it. */
function presentMore(definition: CategoryDefinition, row: DetailRow, model: Model | null | undefined) {
  const { baseUrl } = env();
  const { id: sellerId, username, avatar_url } = row.seller;
  return {
    description: row.description,
    images: row.photos.map(({ key }) => photoAddress(baseUrl, key)),
    seller: { id: sellerId, username, avatar_url: pictureAddress(avatar_url) },
    ...(model !== undefined && {
      model: model && {
        slug: model.slug,
        title: modelTitle(model),
        url: pageAddress(modelPath(definition, model.slug)),
      },
    }),
  };
}

/**
 * A listing as `listingResource` describes it; null for a row whose type is no category's.
 * @param viewer gets the whole postal code of a listing of their own
 */
export function presentResource(
  row: CardRow | DetailRow,
  { viewer = null, model }: { readonly viewer?: Viewer | null; readonly model?: Model | null } = {},
): ListingResource | null {
  const definition = categoryOfType(row.type);
  if (!definition) return null;
  const main = "photos" in row ? row.photos[0] : row.photo;
  const area = areaOf(row);
  const far = publicDistance(row);
  return {
    listing_type: row.type,
    id: row.id,
    name: row.name,
    brand: row.brand,
    price: row.price_cents / 100,
    currency: "EUR",
    status: row.status,
    quantity: row.quantity,
    quantity_available: row.quantity - row.reserved,
    ...presentAttributes(definition, row),
    image: main ? photoAddress(env().baseUrl, main.key) : null,
    user_id: row.user_id,
    created_at: row.created_at.toISOString(),
    language: row.language,
    country: area?.country ?? null,
    postal_code: viewer?.id === row.user_id ? row.postal_code : (area?.code ?? null),
    town: row.town,
    distance_km: far?.km ?? null,
    distance_rough: far?.isRough ?? false,
    url: pageAddress(listingPath(definition, row.id)),
    ...("photos" in row && presentMore(definition, row, model)),
  };
}

/** `presentResource`, without the rows whose type is no category's. */
export function presentResources(rows: readonly CardRow[], viewer: Viewer | null = null): ListingResource[] {
  return rows.map((row) => presentResource(row, { viewer })).filter((listing) => listing !== null);
}
