import { z } from "zod";
import { optionsOf } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";
import { findModels } from "#app/domain/models/find.ts";
import { operation } from "#app/features/api/operation.server.ts";
import { listOf, listQuery, pageOf, positionIn } from "#app/features/api/pages.server.ts";
import { offersOfModel, sourceOf } from "#app/features/model-pages/queries.server.ts";
import {
  modelDetails,
  modelResource,
  modelType,
  presentModelDetails,
  presentModelResource,
} from "#app/features/model-pages/resource.server.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { guideResource, priceGuideResource } from "#app/features/prices/resource.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

const LIST = "models";

const CONDITIONS = new Set(
  CATEGORIES.flatMap(({ models, fields }) => (models ? optionsOf(fields.condition) : [])).map(
    ({ value }) => value,
  ),
);

const key = z.strictObject({ listing_type: modelType, slug: z.string().max(100) });

async function catalogueOfType(type: string) {
  const definition = categoryOfType(type);
  if (!definition) throw new Error(`${type} is no category`);
  return { definition, catalogue: await catalogueFor(definition) };
}

/** @throws Refused "model_not_found" */
async function modelAt({ listing_type: type, slug }: z.output<typeof key>) {
  const { definition, catalogue } = await catalogueOfType(type);
  const model = catalogue.bySlug.get(slug);
  if (!model) throw new Refused("model_not_found");
  return { definition, model };
}

export const modelOperations = [
  operation({
    method: "GET",
    path: "/models/{listing_type}",
    id: "listModels",
    summary: "Lists the models of a category by their slugs, or those that a text means, the best first.",
    access: "anyone",
    params: z.strictObject({ listing_type: modelType }),
    query: listQuery.extend({
      brand: z.string().max(60).optional(),
      q: z
        .string()
        .trim()
        .max(100)
        .optional()
        .meta({ description: "The models that this means, on one page." }),
    }),
    answer: listOf(modelResource),
    async run({ params, query }) {
      const { definition, catalogue } = await catalogueOfType(params.listing_type);
      const { brand, q = "", limit } = query;
      const present = (model: Parameters<typeof presentModelResource>[1]) =>
        presentModelResource(definition, model);
      const isOfBrand = (model: { brand: string }) => brand === undefined || model.brand === brand;
      if (q !== "") {
        const models = findModels(catalogue, q, limit).filter(isOfBrand);
        return { data: models.map(present), next: null };
      }
      const last = positionIn(LIST, query.cursor, z.object({ slug: z.string() }));
      const models = catalogue.entries
        .map(({ model }) => model)
        .filter((model) => isOfBrand(model) && (!last || model.slug > last.slug))
        .sort((a, b) => (a.slug < b.slug ? -1 : 1));
      return pageOf(LIST, models, limit, present, ({ slug }) => ({ slug }));
    },
  }),
  operation({
    method: "GET",
    path: "/models/{listing_type}/{slug}",
    id: "getModel",
    summary: "Answers with a model, where its figures come from, and what is on offer of it.",
    access: "anyone",
    params: key,
    answer: modelDetails,
    tags: ({ params }) => [params.listing_type],
    async run({ params }) {
      const { definition, model } = await modelAt(params);
      const [offers, source] = await Promise.all([offersOfModel(definition, model.id), sourceOf(model)]);
      return presentModelDetails(definition, model, offers, source);
    },
  }),
  operation({
    method: "GET",
    path: "/models/{listing_type}/{slug}/prices",
    id: "getModelPrices",
    summary: "Says what a model is sold for, or else offered for.",
    access: "anyone",
    params: key,
    query: z.strictObject({
      condition: z
        .enum([...CONDITIONS])
        .optional()
        .meta({ description: "Without it, or with too few prices: any." }),
    }),
    answer: z.object({
      guide: priceGuideResource.nullable().meta({ description: "Null if there are too few prices." }),
    }),
    tags: ({ params }) => [params.listing_type],
    async run({ params, query, request }) {
      const { definition, model } = await modelAt(params);
      return { guide: await guideResource(request, definition, model, query.condition ?? null) };
    },
  }),
];
