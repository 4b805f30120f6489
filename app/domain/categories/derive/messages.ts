import type { CategoryDefinition } from "../definition.ts";
import { isTranslated } from "../fields/kind.ts";
import { type Field, optionsOf, traitsOf } from "../fields/registry.ts";

/** The last part of a message key for a value: "Like New" -> "like_new", "Cap/Hat" -> "cap_hat". */
export function slug(value: string): string {
  return value
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}

/** Features translate message keys on the server (docs/decisions/0008). */
export function labelKey(name: string, field?: Field): string {
  return field?.label ?? `field_${name}`;
}

export function optionKey(value: string): string {
  return `option_${slug(value)}`;
}

export function specKey(name: string): string {
  return `spec_${name}`;
}

/** The message key of each text is `{type}_{name}`: "racket_plural". */
export const CATEGORY_SENTENCES = [
  "plural",
  "sell_title",
  "edit_title",
  "title",
  "title_new",
  "title_subcategory",
  "empty",
  "not_found",
  "load_failed",
  "login_title",
  "login_to_list",
  "listed",
  "updated",
  "list_failed",
  "update_failed",
  "deleted",
  "delete_failed_title",
  "delete_failed",
  "submit",
  "submit_busy",
  "update",
  "update_busy",
  "my_listings",
  "favorite_failed",
  "fetch_failed",
] as const;

/** Further texts that a category with models needs. */
export const MODEL_SENTENCES = [
  "model_question",
  "model_filled",
  "models_title",
  "models_lead",
  "compare_title",
] as const;

/**
 * The message key of a difference between two models. Its text is, for example, "{by} lighter", "a little stiffer"
 * (degree 1 of 3) or "{to} instead of {from}".
 */
export function differenceKey(aspect: string, more?: boolean, degree?: 1 | 2 | 3): string {
  const direction = more === undefined ? "" : more ? "_more" : "_less";
  return `diff_${aspect}${direction}${degree === undefined ? "" : `_${degree}`}`;
}

function differenceKeys({ models }: CategoryDefinition): string[] {
  return Object.entries(models?.closeness?.aspects ?? {}).flatMap(([name, { kind }]) => {
    if (kind === "change") return [differenceKey(name)];
    const directions = [true, false];
    if (kind === "amount") return directions.map((more) => differenceKey(name, more));
    return directions.flatMap((more) => ([1, 2, 3] as const).map((n) => differenceKey(name, more, n)));
  });
}

function specKeys({ models }: CategoryDefinition): string[] {
  return Object.entries(models?.specs ?? {}).flatMap(([name, spec]) => [
    specKey(name),
    ...("values" in spec ? spec.values.map(optionKey) : []),
    ...("unit" in spec && spec.unit !== undefined ? [`unit_${slug(spec.unit)}`] : []),
  ]);
}

/** The message key of the text that explains a value: "racket_condition_like_new". */
export function meaningKey({ type }: CategoryDefinition, name: string, value: string): string {
  return `${type}_${name}_${slug(value)}`;
}

/** All message keys that a category needs. A test names those that are missing in `messages/`. */
export function messageKeys(definition: CategoryDefinition): string[] {
  const fields = Object.entries(definition.fields);
  const options = fields.flatMap(([, field]) => optionsOf(field));
  return [
    ...new Set([
      ...CATEGORY_SENTENCES.map((sentence) => `${definition.type}_${sentence}`),
      ...(definition.needsPhoto ? [`${definition.type}_photos_required`] : []),
      ...(definition.models ? MODEL_SENTENCES.map((sentence) => `${definition.type}_${sentence}`) : []),
      ...specKeys(definition),
      ...differenceKeys(definition),
      ...definition.photoGuide.map((shot) => `shot_${shot}`),
      ...definition.form.map((step) => `step_${step.key}`),
      ...fields.map(([name, field]) => labelKey(name, field)),
      ...fields.flatMap(([, field]) => field.requiredMessage ?? []),
      ...fields.flatMap(([, field]) => {
        const { unit } = traitsOf(field);
        return unit === undefined ? [] : `unit_${slug(unit)}`;
      }),
      ...options.filter(isTranslated).map((option) => optionKey(option.value)),
      ...fields.flatMap(([name, field]) =>
        traitsOf(field).explained
          ? optionsOf(field).map(({ value }) => meaningKey(definition, name, value))
          : [],
      ),
      ...definition.subcategories
        .filter((sub) => sub.name === undefined)
        .map((sub) => `${definition.type}_sub_${slug(sub.slug)}`),
    ]),
  ];
}
