import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { formMeasuredAs } from "#app/domain/categories/derive/measured.ts";
import { type Field, monthText } from "#app/domain/categories/field-kinds.ts";
import { SHOT_DRAWINGS } from "#app/domain/categories/photo-shots.ts";
import { centsToInput } from "#app/domain/money.ts";
import { type Country, formatPostalCode, isCountry, type PostalPlace } from "#app/domain/place.ts";
import type { DetailRow } from "./queries.server.ts";
import {
  brandText,
  fieldLabel,
  meaningText,
  optionLabel,
  requiredText,
  shotLabel,
  singularUnit,
  stepLabel,
  stringStateText,
  unitLabel,
} from "./texts.server.ts";
import type { FieldView, FormStepView, FormValues } from "./view.ts";

const COMMON_REQUIRED = ["name", "price"];

function common(definition: CategoryDefinition, name: string): FieldView | null {
  const label = fieldLabel(definition, name);
  const required =
    COMMON_REQUIRED.includes(name) ||
    (name === "brand" && definition.brand.required) ||
    (name === "photos" && definition.needsPhoto);
  const base = { name, label, required, requiredText: requiredText(label) };
  switch (name) {
    case "name":
    case "description":
    case "price":
    case "location":
      return { ...base, kind: name };
    case "photos":
      return {
        ...base,
        kind: name,
        guide: definition.photoGuide.map((shot) => ({
          key: shot,
          label: shotLabel(shot),
          drawing: SHOT_DRAWINGS[shot],
        })),
      };
    case "brand":
      return {
        ...base,
        kind: name,
        options: definition.brand.form.map((brand) => ({
          value: brand,
          label: brandText(brand),
        })),
      };
    default:
      return null;
  }
}

function own(definition: CategoryDefinition, name: string, field: Field, stored: unknown): FieldView {
  const label = fieldLabel(definition, name);
  const base = { name, label, required: field.required === true, requiredText: requiredText(label, field) };
  switch (field.kind) {
    case "choice": {
      // An import may have stored a value that the form does not offer.
      const offered = field.offered?.form;
      const options = field.options.filter(
        ({ value }) => offered === undefined || offered.includes(value) || value === stored,
      );
      return {
        ...base,
        kind: "choice",
        options: options.map((option) => ({
          value: option.value,
          label: optionLabel(option),
          meaning: meaningText(definition, name, option.value) ?? undefined,
        })),
      };
    }
    case "several":
      return {
        ...base,
        kind: "several",
        options: field.options.map((option) => ({ value: option.value, label: optionLabel(option) })),
      };
    case "number": {
      const state = formMeasuredAs(definition, name);
      return {
        ...base,
        kind: "number",
        unit: field.unit ? unitLabel(field.unit) : null,
        unitOfOne: field.unit ? singularUnit(field.unit) : null,
        step: field.step,
        measured: state && stringStateText(state),
      };
    }
    case "text":
      return { ...base, kind: "text", maxLength: field.maxLength };
    case "month":
      return { ...base, kind: "month" };
  }
}

/** Null when the category does not define the field. */
export function presentField(definition: CategoryDefinition, name: string): FieldView | null {
  const field = definition.fields[name];
  return field ? own(definition, name, field, undefined) : null;
}

/** `row` is the edited listing, whose stored values are always among the options. */
export function presentForm(definition: CategoryDefinition, row: DetailRow | null): FormStepView[] {
  return definition.form.map((step) => ({
    key: step.key,
    label: stepLabel(step.key),
    more: step.more ?? [],
    fields: step.fields
      .map((name) => {
        const field = definition.fields[name];
        return field ? own(definition, name, field, row?.attributes[name]) : common(definition, name);
      })
      .filter((view) => view !== null),
  }));
}

function placeOf(row: DetailRow): PostalPlace | null {
  const { country, postal_code } = row;
  return country !== null && postal_code !== null && isCountry(country)
    ? { country, postalCode: postal_code }
    : null;
}

/**
 * The values of a listing that is edited or copied, or else the defaults.
 * @param last country and postal code of the seller's last listing, the defaults of a new listing
 * @param country the default when neither the listing nor `last` has one
 */
export function formValues(
  definition: CategoryDefinition,
  row: DetailRow | null,
  last: PostalPlace | null,
  country: Country,
): FormValues {
  const place = (row && placeOf(row)) ?? last;
  const attributes = Object.entries(definition.fields).map(([name, field]): [string, string | string[]] => {
    const value = row?.attributes[name];
    if (field.kind === "several") {
      return [name, [...(row ? (Array.isArray(value) ? value : []) : field.initial)]];
    }
    if (field.kind === "choice" && !row) return [name, field.initial ?? ""];
    if (field.kind === "month" && typeof value === "number") return [name, monthText(value)];
    return [name, value === undefined ? "" : String(value)];
  });
  return {
    model: "",
    name: row?.name ?? "",
    brand: row?.brand ?? "",
    description: row?.description ?? "",
    price: row ? centsToInput(row.price_cents) : "",
    country: place?.country ?? country,
    postalCode: place ? formatPostalCode(place.country, place.postalCode) : "",
    ...Object.fromEntries(attributes),
  };
}
