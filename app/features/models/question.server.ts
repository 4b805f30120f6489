import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { namedModel } from "#app/domain/models/catalogue.ts";
import { findModels } from "#app/domain/models/find.ts";
import type { Model } from "#app/domain/models/model.ts";
import { catalogueFor } from "./catalogue.server.ts";
import { presentSuggestion } from "./suggest.server.ts";
import type { ModelSuggestion } from "./view.ts";

export async function modelById(definition: CategoryDefinition, id: string | null): Promise<Model | null> {
  if (!definition.models || id === null) return null;
  return (await catalogueFor(definition)).byId.get(id) ?? null;
}

export async function suggestionById(
  definition: CategoryDefinition,
  id: string | null,
): Promise<ModelSuggestion | null> {
  const model = await modelById(definition, id);
  return model && presentSuggestion(definition, model);
}

export async function likeliestModel(
  definition: CategoryDefinition,
  text: string,
): Promise<ModelSuggestion | null> {
  if (!definition.models || text.trim() === "") return null;
  const catalogue = await catalogueFor(definition);
  const model: Model | undefined = namedModel(catalogue, text) ?? findModels(catalogue, text, 1)[0];
  return model ? presentSuggestion(definition, model) : null;
}
