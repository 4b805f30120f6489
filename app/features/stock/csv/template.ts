import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { csvFields } from "#app/domain/categories/derive/csv.ts";
import { kindOf } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { type CsvFormat, numberCell, PLAIN } from "#app/domain/csv-format.ts";
import { COLUMNS, valuesOf } from "./columns.ts";

export const TEMPLATE_NAME = "tennis-inventory-template.csv";
export const VALUES_NAME = "tennis-inventory-values.csv";

/** By listing type and column. Other columns are filled from `ANYTHING`, or from the definition of the type. */
const EXAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  racket: {
    name: "Wilson Blade 98 v8",
    brand: "Wilson",
    price: "129.50",
    condition: "Good",
    color: "Green",
    description: 'Freshly strung, with a few marks on the frame. Say "demo" for a lighter one.',
    imageUrls: "https://www.example.com/blade-front.jpg|https://www.example.com/blade-side.jpg",
    headsize: "98",
    weight: "305",
    gripsize: "L3",
    swingweight: "325",
    balance: "320",
    length: "27",
    string_tension: "52",
    strung_with: "Luxilon ALU Power",
    strung_in: "2026-11",
    sku: "RAC-0001",
  },
  string: {
    name: "Luxilon ALU Power",
    brand: "Luxilon",
    price: "14.95",
    condition: "New",
    color: "Silver",
    description: "Sealed sets of a tournament player's string.",
    quantity: "25",
    material: "polyester",
    stringType: "Monofilament",
    gauge: "1.25",
    length: "12.2",
    tension: "52",
    sku: "STR-0001",
  },
  bag: {
    name: "Babolat Pure Drive racket bag",
    brand: "Babolat",
    price: "64",
    condition: "Excellent",
    color: "Blue",
    description: "Two thermal compartments, one pocket for shoes.",
    capacity: "12",
    style: "racket bag",
    sku: "BAG-0001",
  },
  ball: {
    name: "Dunlop ATP Championship",
    brand: "Dunlop",
    price: "8.50",
    description: "Cans that were never opened.",
    quantity: "100",
    balls_per_can: "4",
    sku: "BAL-0001",
  },
  clothes: {
    name: "Nike Court polo",
    brand: "Nike",
    price: "24.95",
    condition: "New",
    color: "White",
    description: "With its labels, never worn.",
    quantity: "3",
    gender: "Men",
    clothes_type: "Polo Shirt",
    size: "M",
    sku: "CLO-0001",
  },
  accessory: {
    name: "Tourna Grip, 10 pieces",
    brand: "Tourna",
    price: "12",
    condition: "New",
    color: "Blue",
    description: "Dry overgrips for warm days.",
    quantity: "40",
    accessory_type: "Grip Tape",
    sku: "ACC-0001",
  },
};

/** For columns of all types that the example of a type lacks. */
const ANYTHING: Readonly<Record<string, string>> = {
  price: "10",
  quantity: "1",
  country: "NL",
  postalCode: "1071",
};

function exampleRow(definition: CategoryDefinition, format: CsvFormat): Readonly<Record<string, string>> {
  const { type } = definition;
  const examples = EXAMPLES[type] ?? {};
  const row: Record<string, string> = { ...ANYTHING, name: type, type, ...examples };
  row.brand ??= valuesOf("brand", type)[0] ?? "";
  const chosen: Record<string, string> = {};
  for (const { name, field, column } of csvFields(definition)) {
    row[column] = examples[column] ?? kindOf(field).example(field, chosen);
    chosen[name] = row[column];
    if (kindOf(field).isDecimal) row[column] = numberCell(row[column], format);
  }
  row.price = numberCell(row.price ?? "", format);
  return row;
}

/** A heading of every column except "id", and one example row of each type. */
export function templateRows(format = PLAIN): readonly (readonly string[])[] {
  const names = COLUMNS.map(({ name }) => name).filter((name) => name !== "id");
  const rows = CATEGORIES.map((definition) => exampleRow(definition, format));
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ""))];
}
