import { sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { ListingInput } from "#app/domain/categories/derive/input.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { type Catalogue, namedModel } from "#app/domain/models/catalogue.ts";
import { type Described, matchModel } from "#app/domain/models/match.ts";
import type { Model } from "#app/domain/models/model.ts";
import type { Queries } from "#app/platform/db.server.ts";
import { catalogueFor } from "./catalogue.server.ts";

type Named = Described & Pick<ListingInput, "model">;

function modelFor(catalogue: Catalogue, input: Named): Model | null {
  const named = input.model === null ? null : namedModel(catalogue, input.model);
  return named ?? matchModel(catalogue, input);
}

/** The id of the model that the seller entered, or else of the one that title and facts match; null for none. */
export async function modelIdFor(definition: CategoryDefinition, input: Named): Promise<string | null> {
  if (!definition.models) return null;
  return modelFor(await catalogueFor(definition), input)?.id ?? null;
}

interface Item {
  readonly type: string;
  readonly input: Named;
}

/** The model of each item, found as `modelIdFor` finds it. An item without a model is absent. */
export async function modelsFor<Row extends Item>(items: readonly Row[]): Promise<ReadonlyMap<Row, Model>> {
  const models = new Map<Row, Model>();
  for (const [type, ofType] of Map.groupBy(items, (item) => item.type)) {
    const definition = categoryOfType(type);
    if (!definition?.models) continue;
    const catalogue = await catalogueFor(definition);
    for (const item of ofType) {
      const model = modelFor(catalogue, item.input);
      if (model) models.set(item, model);
    }
  }
  return models;
}

/** Stores how far the listings are linked to an edition (`linkListings`). Null: to its end. */
export async function saveLinked(
  queries: Queries,
  digest: string,
  last: { readonly type: string; readonly id: string | null } | null,
): Promise<void> {
  await queries
    .updateTable("model_editions")
    .set(last ? { linked_type: last.type, linked_id: last.id } : { linked_at: sql`now()` })
    .where("digest", "=", digest)
    .execute();
}
