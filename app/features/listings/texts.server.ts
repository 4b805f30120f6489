import type { CategoryDefinition, ModelSpec, Subcategory } from "#app/domain/categories/definition.ts";
import { brandLabel, OTHER_BRAND } from "#app/domain/categories/derive/brand.ts";
import { alwaysMeasuredAs } from "#app/domain/categories/derive/measured.ts";
import {
  type CATEGORY_SENTENCES,
  differenceKey,
  labelKey,
  type MODEL_SENTENCES,
  meaningKey,
  optionKey,
  slug,
  specKey,
} from "#app/domain/categories/derive/messages.ts";
import type { AnyField, Option, StringState, Texts } from "#app/domain/categories/fields/kind.ts";
import { type Field, kindOf, traitsOf } from "#app/domain/categories/fields/registry.ts";
import type { FilterContext } from "#app/domain/categories/filters/kind.ts";
import type { PhotoShot } from "#app/domain/categories/photo-shots.ts";
import { formatFigure, formatNumber, isSingular } from "#app/domain/format.ts";
import type { Difference } from "#app/domain/models/closest.ts";
import type { Specs } from "#app/domain/models/model.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale, type Locale } from "#app/paraglide/runtime.js";

/**
 * The keys of these texts are only known at run time, so they are looked up in the whole catalogue of messages. For
 * this reason, this module is never sent to browsers (docs/decisions/0008).
 */
const catalogue = m as unknown as Readonly<
  Record<string, ((inputs: Record<string, string>, options?: { locale: Locale }) => string) | undefined>
>;

function text(key: string, inputs: Record<string, string> = {}, locale?: Locale): string {
  // A missing text shows its key and fails tests/house/messages.test.ts, but the page still works.
  return catalogue[key]?.(inputs, locale && { locale }) ?? key;
}

/** A brand in a fact or a filter. */
export function brandText(brand: string): string {
  return brand === OTHER_BRAND ? m.option_other() : brandLabel(brand);
}

export type CategorySentence =
  | (typeof CATEGORY_SENTENCES)[number]
  /** Only categories that need a photo have this sentence. */
  | "photos_required"
  /** Only categories with models have these sentences. */
  | (typeof MODEL_SENTENCES)[number];

/** Without `locale`, in the request's language. */
export function sentence(
  definition: CategoryDefinition,
  name: CategorySentence,
  inputs?: Record<string, string>,
  locale?: Locale,
): string {
  return text(`${definition.type}_${name}`, inputs, locale);
}

export function fieldLabel(definition: CategoryDefinition, name: string): string {
  return text(labelKey(name, definition.fields[name]));
}

/** "Played a few hours at most. No marks."; null where the category does not explain the field. */
export function meaningText(definition: CategoryDefinition, name: string, value: unknown): string | null {
  return traitsOf(definition.fields[name]).explained && typeof value === "string"
    ? text(meaningKey(definition, name, value))
    : null;
}

const STRING_STATES = { Strung: m.measured_strung, Unstrung: m.measured_unstrung } as const;

/** "strung" */
export function stringStateText(state: StringState): string {
  return STRING_STATES[state]();
}

/** If all values of the field are measured in one state of the strings: "Swingweight (strung)". */
export function measuredLabel(definition: CategoryDefinition, name: string): string {
  const label = fieldLabel(definition, name);
  const state = alwaysMeasuredAs(definition, name);
  return state === null ? label : m.measured_value({ value: label, measured: stringStateText(state) });
}

export function optionLabel(option: Option, locale?: Locale): string {
  return option.name ?? text(optionKey(option.value), {}, locale);
}

function unitLabel(unit: string): string {
  return text(`unit_${slug(unit)}`);
}

/** The unit beside the number 1, if it has a singular: "racket". */
function singularUnit(unit: string): string | null {
  return catalogue[`unit_${slug(unit)}_one`]?.({}) ?? null;
}

function withUnit(value: number, unit: string): string {
  const locale = getLocale();
  const label = (isSingular(value, locale) && singularUnit(unit)) || unitLabel(unit);
  return `${formatFigure(value, locale)} ${label}`;
}

/** Players on the Continent think in these units. */
const METRIC: Readonly<Record<string, (value: number) => string>> = {
  "sq in": (value) => `${Math.round(value * 6.4516)} ${m.unit_sq_cm()}`,
  lbs: (value) => `${formatNumber(value * 0.453_592_37, getLocale())} ${m.unit_kg()}`,
};

/** "98 sq in (632 cm²)" in languages with metric units; otherwise, and for other units, null. */
function inMetric(value: unknown, unit: string | undefined): string | null {
  if (unit === undefined || typeof value !== "number" || getLocale().startsWith("en")) return null;
  const metric = METRIC[unit];
  return metric ? `${withUnit(value, unit)} (${metric(value)})` : null;
}

/** What kinds of fields and filters need to say something in the language of the request. */
export const TEXTS: Texts = {
  m,
  locale: getLocale,
  option: (option) => optionLabel(option),
  brand: brandText,
  unit: unitLabel,
  unitOfOne: singularUnit,
  measure: withUnit,
  stringState: stringStateText,
};

/** As `valueText`, for a page with room: also in metric units. */
export function fullValueText(field: Field, value: unknown): string {
  return inMetric(Number(value), traitsOf(field).unit) ?? valueText(field, value);
}

/** "300 g", "Like New, Good" */
export function valueText(field: Field, value: unknown): string {
  return kindOf(field).text(field, value, TEXTS);
}

/** What the texts of a category's filters depend on. */
export function filterContext(definition: CategoryDefinition, town: string | null = null): FilterContext {
  return { definition, texts: TEXTS, label: (name) => fieldLabel(definition, name), town };
}

export function specLabel(name: string): string {
  return text(specKey(name));
}

/** "305 g", "1.25 · 1.30 mm", "Polyester" */
export function specText(spec: ModelSpec, value: Specs[string]): string {
  if ("values" in spec) return text(optionKey(String(value)));
  const metric = inMetric(value, spec.unit);
  if (metric !== null) return metric;
  const figures = [value]
    .flat()
    .map((one) => (typeof one === "number" ? formatFigure(one, getLocale()) : one))
    .join(" · ");
  return spec.unit === undefined ? figures : `${figures} ${unitLabel(spec.unit)}`;
}

/** "6 g lighter", "a little more head-light", "18x20 instead of 16x19" */
export function differenceText({ models }: CategoryDefinition, difference: Difference): string {
  const { aspect, kind } = difference;
  if (kind === "change") return text(differenceKey(aspect), { from: difference.from, to: difference.to });
  if (kind === "degree") return text(differenceKey(aspect, difference.more, difference.degree));
  const spec = models?.specs[difference.figure];
  const by = spec ? specText(spec, difference.by) : String(difference.by);
  return text(differenceKey(aspect, difference.more), { by });
}

export function subcategoryLabel(definition: CategoryDefinition, sub: Subcategory, locale?: Locale): string {
  return sub.name ?? text(`${definition.type}_sub_${slug(sub.slug)}`, {}, locale);
}

export function stepLabel(key: string): string {
  return text(`step_${key}`);
}

export function shotLabel(shot: PhotoShot): string {
  return text(`shot_${shot}`);
}

/** "Title is required", or the field's own sentence. */
export function requiredText(label: string, field?: AnyField): string {
  return field?.requiredMessage ? text(field.requiredMessage) : m.listing_error_required({ label });
}
