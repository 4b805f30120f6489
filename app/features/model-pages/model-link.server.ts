import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { presentModelLink } from "./present.server.ts";
import type { ModelLink } from "./view.ts";

/** The page of the model that a listing names; null where it names none. */
export async function modelLink(
  definition: CategoryDefinition,
  modelId: string | null,
): Promise<ModelLink | null> {
  const model = modelId === null ? undefined : (await catalogueFor(definition)).byId.get(modelId);
  return model ? presentModelLink(definition, model) : null;
}
