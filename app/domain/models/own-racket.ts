import type { CategoryDefinition } from "../categories/definition.ts";
import { type Attributes, inputSchema } from "../categories/derive/input.ts";
import { optionsOf } from "../categories/fields/registry.ts";
import { fillsOf } from "./fill.ts";
import type { Model } from "./model.ts";

/** The fields by which listings are twins. A player can fill them in for the racket that they play. */
export function ownRacketFields({ models }: CategoryDefinition): readonly string[] {
  const twins = models?.closeness?.twins;
  return twins ? [...twins.same, twins.field] : [];
}

/** A valid price, and a valid value for each choice that the sell form requires. Values of the model replace them. */
function placeholdersOf({ fields }: CategoryDefinition): Readonly<Record<string, string>> {
  const choices = Object.entries(fields).flatMap(([name, field]) => {
    const [first] = field.required ? optionsOf(field) : [];
    return first ? [[name, first.value]] : [];
  });
  return { price: "1", ...Object.fromEntries(choices) };
}

/** Checks values with the rules of the sell form. Returns them, or the issues by field. */
export function readOwnRacketValues(
  definition: CategoryDefinition,
  model: Model,
  typed: Readonly<Record<string, string>>,
): { readonly values: Attributes } | { readonly issues: Readonly<Record<string, string>> } {
  const names = ownRacketFields(definition);
  const typedValues = Object.fromEntries(names.map((name) => [name, typed[name] ?? ""]));
  const checked = inputSchema(definition, "without photos").safeParse({
    ...placeholdersOf(definition),
    ...fillsOf(definition, model),
    ...typedValues,
  });
  if (checked.success) {
    const { attributes } = checked.data;
    const values = names.flatMap((name) => {
      const value = attributes[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    return { values: Object.fromEntries(values) };
  }
  return {
    issues: Object.fromEntries(checked.error.issues.map(({ path, message }) => [String(path[0]), message])),
  };
}
