import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { fillsOf } from "#app/domain/models/fill.ts";
import { findModels } from "#app/domain/models/find.ts";
import { type Model, modelTitle } from "#app/domain/models/model.ts";
import { isWritable } from "#app/domain/text-rules.ts";
import { catalogueFor } from "./catalogue.server.ts";
import type { ModelSuggestion } from "./view.ts";

const LIMIT = 8;
/** In characters. A longer query is cut. */
const MAX_LENGTH = 100;

export function presentSuggestion(definition: CategoryDefinition, model: Model): ModelSuggestion {
  const { slug, brand, name, generation, specs } = model;
  return {
    ...specs,
    slug,
    brand,
    model: name,
    generation,
    title: modelTitle(model),
    fills: fillsOf(definition, model),
  };
}

/** The models that a query means, the best first. None for a type without models. */
export async function suggestModels(type: string, q: string): Promise<readonly ModelSuggestion[]> {
  const definition = categoryOfType(type);
  const query = q.slice(0, MAX_LENGTH).trim();
  if (!definition?.models || query === "" || !isWritable(query)) return [];
  const catalogue = await catalogueFor(definition);
  return findModels(catalogue, query, LIMIT).map((model) => presentSuggestion(definition, model));
}
