import { csvFields } from "#app/domain/categories/derive/csv.ts";
import { optionsOf } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { fieldLabel, optionLabel, sentence } from "#app/features/listings/texts.server.ts";
import { m } from "#app/paraglide/messages.js";
import type { StockLabels } from "../ui/file-columns.tsx";
import { COLUMNS } from "./columns.ts";

/** Columns that are no field of a category. */
const COMMON: Readonly<Record<string, () => string>> = {
  name: m.field_name,
  brand: m.field_brand,
  price: m.field_price,
  type: m.stock_type,
  description: m.field_description,
  quantity: m.stock_quantity,
  imageUrls: m.field_photos,
  sku: m.stock_sku,
  id: m.business_column_id,
  country: m.field_country,
  postalCode: m.field_postalCode,
  model: m.search_model,
};

const PAIRS = CATEGORIES.flatMap((definition) =>
  csvFields(definition).map(({ name, field, column }) => ({ definition, name, field, column })),
);

function columnLabels(): StockLabels["columns"] {
  const labels = COLUMNS.map(({ name: column }): [string, string, string] => {
    const fields = PAIRS.filter((each) => each.column === column);
    const label = COMMON[column]?.() ?? fields.map(({ definition, name }) => fieldLabel(definition, name))[0];
    const plurals = fields.map(({ definition }) => sentence(definition, "plural"));
    return [column, label ?? column, COMMON[column] ? "" : ` (${plurals.join(", ")})`];
  });
  const isAlone = (label: string) => labels.filter(([, other]) => other === label).length === 1;
  // "Type" is a column of clothes, and another of accessories.
  return Object.fromEntries(
    labels.map(([column, label, types]) => [column, isAlone(label) ? label : label + types]),
  );
}

/** What columns, types and conditions of stock files are called in the language of the request. */
export function stockLabels(): StockLabels {
  const conditions = PAIRS.filter(({ column }) => column === "condition");
  const options = conditions.flatMap(({ field }) => optionsOf(field));
  const names = new Map(options.map((option) => [option.value, optionLabel(option)]));
  const offered = COLUMNS.find(({ name }) => name === "condition")?.values ?? [];
  return {
    columns: columnLabels(),
    types: CATEGORIES.map((definition) => ({
      value: definition.type,
      label: sentence(definition, "plural"),
    })),
    conditions: offered.map((value) => ({ value, label: names.get(value) ?? value })),
  };
}
