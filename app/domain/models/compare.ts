import type { CategoryModels } from "../categories/definition.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Model, Specs } from "./model.ts";

export interface ComparedSpec {
  readonly name: string;
  /** One value per model, in the order of the models. Undefined when the value is not known. */
  readonly values: readonly (Specs[string] | undefined)[];
  /** Whether two of the models have different values. Unknown values do not count. */
  readonly differs: boolean;
}

function sameValue(value: Specs[string], other: Specs[string]): boolean {
  return [value].flat().join() === [other].flat().join();
}

/** The figures that are known for at least one of these models, in the order of the definition. */
export function compareModels(
  { specs }: Pick<CategoryModels, "specs">,
  models: readonly Pick<Model, "specs">[],
): ComparedSpec[] {
  return Object.keys(specs).flatMap((name) => {
    const values = models.map((model) => model.specs[name]);
    const stated = values.filter((value) => value !== undefined);
    const [first] = stated;
    if (first === undefined) return [];
    return [{ name, values, differs: stated.some((value) => !sameValue(first, value)) }];
  });
}

/** The models with the same brand and name, the newest first: this one, and the others that are not retired. */
export function generationsOf({ entries, wordsOf }: Catalogue, model: Model): readonly Model[] {
  const words = wordsOf(model.name).join(" ");
  const others = entries
    .filter((entry) => entry.model.brand === model.brand && entry.model.id !== model.id)
    .filter((entry) => entry.words.join(" ") === words)
    .map((entry) => entry.model);
  const yearOf = ({ id }: Model) => entries.find((entry) => entry.model.id === id)?.year ?? 0;
  return [model, ...others].sort((a, b) => yearOf(b) - yearOf(a) || (a.slug < b.slug ? -1 : 1));
}
