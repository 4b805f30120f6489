import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { namedModel } from "#app/domain/models/catalogue.ts";
import { findModels } from "#app/domain/models/find.ts";
import type { Model } from "#app/domain/models/model.ts";
import { db } from "#app/platform/db.server.ts";
import { catalogueFor } from "./catalogue.server.ts";
import { presentSuggestion } from "./suggest.server.ts";
import type { ModelSuggestion } from "./view.ts";

/** The model that a listing names; null where it names none. */
export async function modelOfListing(
  definition: CategoryDefinition,
  id: string,
): Promise<ModelSuggestion | null> {
  if (!definition.models) return null;
  const row = await db()
    .selectFrom("listings")
    .select("model_id")
    .where("type", "=", definition.type)
    .where("id", "=", id)
    .executeTakeFirst();
  const model = row?.model_id ? (await catalogueFor(definition)).byId.get(row.model_id) : undefined;
  return model ? presentSuggestion(definition, model) : null;
}

/** The model that a typed text means most likely; null where it means none. */
export async function meantModel(
  definition: CategoryDefinition,
  text: string,
): Promise<ModelSuggestion | null> {
  if (!definition.models || text.trim() === "") return null;
  const catalogue = await catalogueFor(definition);
  const model: Model | undefined = namedModel(catalogue, text) ?? findModels(catalogue, text, 1)[0];
  return model ? presentSuggestion(definition, model) : null;
}
