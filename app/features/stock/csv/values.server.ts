import { type CategoryDefinition, MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import { csvColumns, csvFields, NO_BRAND } from "#app/domain/categories/derive/csv.ts";
import { type NarrowingText, NEXT_VALUE, VALUE_SEPARATOR } from "#app/domain/categories/fields/kind.ts";
import { kindOf } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { COUNTRIES } from "#app/domain/place.ts";
import { MAX_QUANTITY } from "#app/features/listings/rules.ts";
import { TEXTS } from "#app/features/listings/texts.server.ts";
import { m } from "#app/paraglide/messages.js";
import { REQUIRED_COLUMNS, valuesOf } from "./columns.ts";

/** "category = senior: 250 to 400; category = junior: …". */
function narrowingText(definition: CategoryDefinition): NarrowingText {
  const columns = csvColumns(definition);
  return (narrow, written) =>
    narrow
      .map(({ when, to }) => {
        const conditions = Object.entries(when).map(
          ([field, values]) => `${columns.get(field) ?? field} = ${values.join("/")}`,
        );
        return `${conditions.join(" + ") || m.csv_values_else()}: ${written(to)}`;
      })
      .join("; ");
}

function commonRows(): readonly (readonly string[])[] {
  const commonColumns: Readonly<Record<string, readonly [allowed: string, empty: string]>> = {
    name: [m.csv_values_text({ max: 120 }), ""],
    price: [m.csv_values_price(), ""],
    type: [valuesOf("type", "").join(NEXT_VALUE), ""],
    description: [m.csv_values_text({ max: 5000 }), ""],
    quantity: [m.csv_values_range({ min: 0, max: MAX_QUANTITY }), "1"],
    imageUrls: [m.csv_values_images({ max: MAX_PHOTOS, sign: VALUE_SEPARATOR }), ""],
    sku: [m.csv_values_sku(), ""],
    id: [m.csv_values_id(), ""],
    country: [COUNTRIES.join(NEXT_VALUE), ""],
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
  const categoryRows = CATEGORIES.flatMap((definition) => [
    [
      definition.type,
      "brand",
      needed(false),
      m.csv_values_brands({
        brands: definition.brand.form.filter((brand) => brand !== NO_BRAND).join(NEXT_VALUE),
      }),
      definition.brand.required ? NO_BRAND : "",
    ],
    ...csvFields(definition).map(({ field, column }) => {
      const empty = kindOf(field).emptyCell(field);
      return [
        definition.type,
        column,
        needed(!!field.required && !empty),
        kindOf(field).allowed(field, TEXTS, narrowingText(definition)),
        empty,
      ];
    }),
  ]);
  return [heading, ...commonRows(), ...categoryRows];
}
