import { z } from "zod";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { modelPath } from "#app/domain/categories/paths.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { type Model, modelTitle } from "#app/domain/models/model.ts";
import { listingResource, pageAddress, presentResources } from "#app/features/listings/resource.server.ts";
import type { Offers, sourceOf } from "./queries.server.ts";

/** The categories whose listings name a model. */
export const modelType = z.enum(CATEGORIES.filter(({ models }) => models).map(({ type }) => type));

/** A model of the catalogue. */
export const modelResource = z
  .object({
    listing_type: modelType,
    slug: z.string(),
    brand: z.string(),
    name: z.string(),
    generation: z.string().nullable(),
    title: z.string(),
    specs: z
      .record(z.string(), z.union([z.number(), z.string(), z.array(z.number())]))
      .meta({ description: "Its figures. Those that no source has are absent." }),
    url: z.url(),
  })
  .meta({ id: "Model" });

const euros = z.number().nullable();

/** A model with where its figures come from, and what is on offer of it. */
export const modelDetails = modelResource
  .extend({
    sources: z.array(z.string()),
    sources_agree: z.boolean().meta({ description: "Whether several sources agree about the figures." }),
    on_offer: z.object({
      count: z.int(),
      lowest_price: euros,
      highest_price: euros,
      currency: z.literal("EUR"),
    }),
    listings: z.array(listingResource).meta({ description: "The newest on offer." }),
  })
  .meta({ id: "ModelDetails" });

export function presentModelResource(
  definition: CategoryDefinition,
  model: Model,
): z.input<typeof modelResource> {
  const { slug, brand, name, generation, specs } = model;
  return {
    listing_type: definition.type,
    slug,
    brand,
    name,
    generation,
    title: modelTitle(model),
    specs: Object.fromEntries(
      Object.entries(specs).map(([spec, value]) => [spec, typeof value === "object" ? [...value] : value]),
    ),
    url: pageAddress(modelPath(definition, slug)),
  };
}

function inEuros(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}

export function presentModelDetails(
  definition: CategoryDefinition,
  model: Model,
  { rows, count, lowest, highest }: Offers,
  { source, confidence }: Awaited<ReturnType<typeof sourceOf>>,
): z.input<typeof modelDetails> {
  return {
    ...presentModelResource(definition, model),
    sources: source.split(";").map((name) => name.trim()),
    sources_agree: confidence === "A",
    on_offer: {
      count,
      lowest_price: inEuros(lowest),
      highest_price: inEuros(highest),
      currency: "EUR",
    },
    listings: presentResources(rows),
  };
}
