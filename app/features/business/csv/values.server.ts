import { type CategoryDefinition, MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import {
  csvColumns,
  csvFields,
  NO_BRAND,
  offeredInCsv,
  VALUE_SEPARATOR,
} from "#app/domain/categories/derive/csv.ts";
import type { Field, Narrowing, Option } from "#app/domain/categories/field-kinds.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { COUNTRIES } from "#app/domain/place.ts";
import { MAX_QUANTITY } from "#app/domain/quantity.ts";
import { unitLabel } from "#app/features/listings/texts.server.ts";
import { m } from "#app/paraglide/messages.js";
import { REQUIRED_COLUMNS, valuesOf } from "./columns.ts";

const NEXT = ", ";

/** "category = senior: 250 to 400; category = junior: …". */
function narrowed<Limits>(
  definition: CategoryDefinition,
  narrow: readonly Narrowing<Limits>[],
  written: (limits: Limits) => string,
): string {
  const columns = csvColumns(definition);
  const rules = narrow.map(({ when, to }) => {
    const conditions = Object.entries(when).map(
      ([field, values]) => `${columns.get(field) ?? field} = ${values.join("/")}`,
    );
    return `${conditions.join(" + ") || m.csv_values_else()}: ${written(to)}`;
  });
  return rules.join("; ");
}

function between({ min, max }: { readonly min: number; readonly max: number }): string {
  return m.csv_values_range({ min, max });
}

/** "3 (L3 · 4 3/8)". */
function coded({ value, name = value }: Option): string {
  return name === value ? value : `${value} (${name})`;
}

function allowedOf(definition: CategoryDefinition, field: Field): string {
  switch (field.kind) {
    case "choice": {
      const offered = offeredInCsv(field);
      const list = (values: readonly string[]) =>
        field.options
          .filter(({ value }) => offered.includes(value) && values.includes(value))
          .map(coded)
          .join(NEXT);
      if (field.narrow === undefined) return list(offered);
      const all = narrowed(definition, field.narrow, list);
      return field.narrow.some(({ when }) => Object.keys(when).length === 0)
        ? all
        : `${list(offered)}; ${all}`;
    }
    case "several":
      return m.csv_values_several({ values: offeredInCsv(field).join(NEXT), sign: VALUE_SEPARATOR });
    case "number": {
      const range = field.narrow ? narrowed(definition, field.narrow, between) : between(field);
      return field.unit ? `${range} (${unitLabel(field.unit)})` : range;
    }
    case "month":
      return m.csv_values_month();
    case "text":
      return m.csv_values_text({ max: field.maxLength });
  }
}

function commonRows(): readonly (readonly string[])[] {
  const commonColumns: Readonly<Record<string, readonly [allowed: string, empty: string]>> = {
    name: [m.csv_values_text({ max: 120 }), ""],
    price: [m.csv_values_price(), ""],
    type: [valuesOf("type", "").join(NEXT), ""],
    description: [m.csv_values_text({ max: 5000 }), ""],
    quantity: [m.csv_values_range({ min: 0, max: MAX_QUANTITY }), "1"],
    imageUrls: [m.csv_values_images({ max: MAX_PHOTOS, sign: VALUE_SEPARATOR }), ""],
    sku: [m.csv_values_sku(), ""],
    id: [m.csv_values_id(), ""],
    country: [COUNTRIES.join(NEXT), ""],
    postalCode: [m.csv_values_postal_code(), ""],
  };
  return Object.entries(commonColumns).map(([column, [allowed, empty]]) => [
    m.csv_values_all(),
    column,
    needed((REQUIRED_COLUMNS as readonly string[]).includes(column)),
    allowed,
    empty,
  ]);
}

function needed(isNeeded: boolean): string {
  return isNeeded ? m.csv_values_yes() : m.csv_values_no();
}

/**
 * The rows of a file that lists the allowed values and the default of each column of each type. It is in the user's
 * language, except for types, columns and values, which are written as in stock files.
 */
export function valuesRows(): readonly (readonly string[])[] {
  const heading = [
    m.csv_values_type(),
    m.csv_values_column(),
    m.csv_values_needed(),
    m.csv_values_allowed(),
    m.csv_values_empty(),
  ];
  const own = CATEGORIES.flatMap((definition) => [
    [
      definition.type,
      "brand",
      needed(false),
      m.csv_values_brands({ brands: definition.brand.form.filter((brand) => brand !== NO_BRAND).join(NEXT) }),
      definition.brand.required ? NO_BRAND : "",
    ],
    ...csvFields(definition).map(({ field, column }) => {
      const empty = field.kind === "several" ? field.initial.join(VALUE_SEPARATOR) : (field.csv?.empty ?? "");
      return [
        definition.type,
        column,
        needed(!!field.required && !empty),
        allowedOf(definition, field),
        empty,
      ];
    }),
  ]);
  return [heading, ...commonRows(), ...own];
}
