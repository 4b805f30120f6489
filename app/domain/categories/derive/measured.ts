import type { Specs } from "../../models/model.ts";
import type { CategoryDefinition } from "../definition.ts";
import type { StringState } from "../fields/kind.ts";
import type { Measured } from "../fields/number.ts";
import { traitsOf } from "../fields/registry.ts";
import type { Attributes } from "./input.ts";

/** Undefined for a field whose value is the same with and without strings. */
function measuredOf({ fields }: Pick<CategoryDefinition, "fields">, name: string): Measured | undefined {
  return traitsOf(fields[name]).measured;
}

function makersValue({ models }: CategoryDefinition, specs: Specs, name: string): unknown {
  const spec = Object.entries(models?.specs ?? {}).find(([, { fills = {} }]) => fills[name] === "same");
  return spec && specs[spec[0]];
}

/** Whether a value is so far from the maker's that the seller may have measured with strings. */
export function isUnlikeMakers(value: number, makers: number, within: number): boolean {
  return Math.abs(value - makers) > within;
}

/**
 * Whether the value of the field `name` was measured strung or unstrung. Null if strings make no difference to the
 * field, or if the seller did not answer and the value is not close to the maker's.
 */
export function stringStateOf(
  definition: CategoryDefinition,
  name: string,
  attributes: Attributes,
  specs: Specs | null,
): StringState | null {
  const measured = measuredOf(definition, name);
  if (!measured) return null;
  if ("always" in measured) return measured.always;
  if ("like" in measured) return stringStateOf(definition, measured.like, attributes, specs);
  const answer = attributes[measured.answer];
  if (answer === "Strung" || answer === "Unstrung") return answer;
  const [value, makers] = [attributes[name], specs && makersValue(definition, specs, name)];
  const isMakers =
    typeof value === "number" &&
    typeof makers === "number" &&
    !isUnlikeMakers(value, makers, measured.within);
  return isMakers ? "Unstrung" : null;
}

/**
 * What strings add to the value of the field `name`, and the field in which the seller says that they measured it
 * strung. Null for a value that is never converted.
 */
export function addedByStrings(
  definition: Pick<CategoryDefinition, "fields">,
  name: string,
): { readonly answer: string; readonly strings: number } | null {
  const measured = measuredOf(definition, name);
  if (!measured || "always" in measured) return null;
  if ("answer" in measured) return measured;
  const like = addedByStrings(definition, measured.like);
  return like && { answer: like.answer, strings: measured.strings };
}

/**
 * The values of a listing. Those that the seller says they measured strung are converted to unstrung ones. A field that
 * all sellers measure in the same state is unchanged.
 */
export function asUnstrung(
  definition: Pick<CategoryDefinition, "fields">,
  attributes: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      const added = addedByStrings(definition, name);
      const isStrung = added !== null && attributes[added.answer] === "Strung";
      return [name, isStrung && typeof value === "number" ? value - added.strings : value];
    }),
  );
}

/** The state in which all sellers measure a field. Null when it differs, or when strings make no difference. */
export function alwaysMeasuredAs(definition: CategoryDefinition, name: string): StringState | null {
  const measured = measuredOf(definition, name);
  return measured && "always" in measured ? measured.always : null;
}

/**
 * The state in which the form asks sellers to measure a field, which is that of the maker's value. Null when strings
 * make no difference.
 */
export function formMeasuredAs(definition: CategoryDefinition, name: string): StringState | null {
  if (!measuredOf(definition, name)) return null;
  return alwaysMeasuredAs(definition, name) ?? "Unstrung";
}

/**
 * The number field that makes the form show the field `name`. The form shows it when the number differs from the
 * maker's by more than `within`.
 */
export function triggerOf(
  { fields }: CategoryDefinition,
  name: string,
): { readonly name: string; readonly within: number } | null {
  for (const [other, field] of Object.entries(fields)) {
    const { measured } = traitsOf(field);
    if (measured && "answer" in measured && measured.answer === name)
      return { name: other, within: measured.within };
  }
  return null;
}
