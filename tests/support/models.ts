import { readFileSync } from "node:fs";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { type Catalogue, catalogueOf } from "#app/domain/models/catalogue.ts";
import type { Model } from "#app/domain/models/model.ts";
import { MODEL_FILES, parseModels } from "#server/models-shipped.ts";

const read = (name: string) => readFileSync(new URL(`../../db/data/models/${name}`, import.meta.url), "utf8");

/** The models of db/data/models, read from the files instead of the database. */
export const shippedModels = parseModels(Object.fromEntries(MODEL_FILES.map((name) => [name, read(name)])));

/** The models as the database would return them, except that the slug stands for the id. */
const models: readonly Model[] = shippedModels.models.map((row) => ({
  ...row,
  id: row.slug,
  retired: false,
}));
const catalogues = new Map<string, Catalogue>();

export function shippedCatalogue(type: string): Catalogue {
  const definition = CATEGORIES.find((category) => category.type === type) ?? { type };
  const known = catalogues.get(type) ?? catalogueOf(definition, models, shippedModels.aliases);
  catalogues.set(type, known);
  return known;
}
