import type { CategoryDefinition } from "../categories/definition.ts";
import { inputSchema } from "../categories/derive/input.ts";
import { traitsOf } from "../categories/fields/registry.ts";
import { type Model, modelTitle } from "./model.ts";

/** Valid values for fields that the form requires and models do not have. */
const PLACEHOLDERS = { price: "1" };

function isOffered(definition: CategoryDefinition, name: string, value: string): boolean {
  const { options, offered } = traitsOf(definition.fields[name]);
  return (offered?.form ?? options?.map((option) => option.value) ?? [value]).includes(value);
}

/**
 * The values that a model fills into the sell form, by input name. Left out are values that the form would refuse, and
 * figures that differ between generations when the generation is not known.
 */
export function fillsOf(definition: CategoryDefinition, model: Model): Readonly<Record<string, string>> {
  const fills: Record<string, string> = { name: modelTitle(model), brand: model.brand };
  for (const [name, spec] of Object.entries(definition.models?.specs ?? {})) {
    const value = model.specs[name];
    if (value === undefined || typeof value === "object") continue;
    if (spec.variesByGeneration && model.generation === null) continue;
    for (const [field, how] of Object.entries(spec.fills ?? {})) {
      const filled = how === "same" ? String(value) : how[value];
      if (filled !== undefined && isOffered(definition, field, filled)) fills[field] = filled;
    }
  }
  const checked = inputSchema(definition, "without photos").safeParse({ ...PLACEHOLDERS, ...fills });
  for (const { path } of checked.error?.issues ?? []) delete fills[String(path[0])];
  return fills;
}

/** A model replaces only an empty value and that of the former model, not what the seller typed. */
export function isReplaceable(value: unknown, former: string | undefined): boolean {
  return value === "" || value === former;
}

/**
 * The values of the inputs that change when a seller chooses a model.
 * @param values the values of the form
 * @param fills those of the chosen model
 * @param former those of the model that was chosen before
 */
export function refilled(
  values: Readonly<Record<string, unknown>>,
  fills: Readonly<Record<string, string>>,
  former: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const names = Object.keys({ ...former, ...fills });
  return Object.fromEntries(
    names.flatMap((name) =>
      isReplaceable(values[name], former[name]) ? [[name, fills[name] ?? ""] as const] : [],
    ),
  );
}
