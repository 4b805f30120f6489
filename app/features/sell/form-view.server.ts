import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { formMeasuredAs } from "#app/domain/categories/derive/measured.ts";
import { type Field, kindOf } from "#app/domain/categories/fields/registry.ts";
import { sellPath } from "#app/domain/categories/paths.ts";
import { SHOT_DRAWINGS } from "#app/domain/categories/photo-shots.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { centsToInput } from "#app/domain/money.ts";
import { type Country, formatPostalCode, isCountry, type PostalPlace } from "#app/domain/place.ts";
import type { DetailRow } from "#app/features/listings/queries.server.ts";
import {
  brandText,
  fieldLabel,
  meaningText,
  requiredText,
  sentence,
  shotLabel,
  stepLabel,
  TEXTS,
} from "#app/features/listings/texts.server.ts";
import type { FieldView, FormStepView, FormValues } from "#app/features/listings/view.ts";
import type { SellCard } from "./ui/sell-cards.tsx";

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

function ownFieldView(
  definition: CategoryDefinition,
  name: string,
  field: Field,
  stored: unknown,
): FieldView {
  const label = fieldLabel(definition, name);
  return {
    name,
    label,
    required: field.required === true,
    requiredText: requiredText(label, field),
    ...kindOf(field).view(field, {
      texts: TEXTS,
      stored,
      meaning: (value) => meaningText(definition, name, value),
      measured: formMeasuredAs(definition, name),
    }),
  };
}

/** Null when the category does not define the field. */
export function presentField(definition: CategoryDefinition, name: string): FieldView | null {
  const field = definition.fields[name];
  return field ? ownFieldView(definition, name, field, undefined) : null;
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
        return field
          ? ownFieldView(definition, name, field, row?.attributes[name])
          : common(definition, name);
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
  const attributes = Object.entries(definition.fields).map(([name, field]) => [
    name,
    kindOf(field).input(field, row?.attributes[name], row === null),
  ]);
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

export function sellCards(): SellCard[] {
  return CATEGORIES.map((definition) => ({
    to: sellPath(definition),
    title: sentence(definition, "plural"),
    text: sentence(definition, "sell_title"),
    drawing: definition.drawing,
  }));
}
