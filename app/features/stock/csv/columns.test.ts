import { describe, expect, test } from "vitest";
import { csvColumns } from "#app/domain/categories/derive/csv.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { COLUMNS, cellsOf, matchColumns, missingColumns } from "./columns.ts";

const NAMES = COLUMNS.map(({ name }) => name);

describe("the columns of a stock file", () => {
  test("are the 22 of the specification in its order, and then those that this project adds [M3.23]", () => {
    expect(NAMES.slice(0, 22).join(", ")).toBe(
      "name, brand, price, condition, color, type, category, description, quantity, imageUrls, headsize, weight, " +
        "gripsize, material, stringType, capacity, balls_per_can, packaging_type, size, gender, clothes_type, accessory_type",
    );
    expect(NAMES.slice(22, 27)).toEqual(["sku", "id", "shipping", "country", "postalCode"]);
  });

  test("include every field of every category, each once", () => {
    for (const definition of CATEGORIES)
      for (const column of csvColumns(definition).values()) {
        expect(NAMES).toContain(column);
        expect(COLUMNS.find(({ name }) => name === column)?.types).toContain(definition.type);
      }
    expect(new Set(NAMES).size).toBe(NAMES.length);
  });

  test("have their allowed values, and say which are required", () => {
    expect(COLUMNS.filter(({ required }) => required).map(({ name }) => name)).toEqual([
      "name",
      "price",
      "type",
    ]);
    const values = (name: string) => COLUMNS.find((column) => column.name === name)?.values;
    expect(values("condition")).toEqual(["New", "Like New", "Excellent", "Good", "Fair", "Poor", "Used"]);
    expect(values("type")).toEqual(["racket", "string", "bag", "ball", "clothes", "accessory"]);
    expect(values("weight")).toEqual([]);
  });
});

const columnsOf = (heading: readonly string[]) => matchColumns(heading).map(({ column }) => column);
const areSure = (heading: readonly string[]) => matchColumns(heading).every(({ sure }) => sure);

describe("a heading of a stock file", () => {
  test("is recognised by the column names, in upper or lower case, with spaces, underscores and dashes", () => {
    expect(columnsOf(NAMES)).toEqual(NAMES);
    expect(areSure(NAMES)).toBe(true);
    const loosely = NAMES.map(
      (name) => ` ${name.replace(/[A-Z]/g, " $&").replaceAll("_", "-").toUpperCase()} `,
    );
    expect(columnsOf(loosely)).toEqual(NAMES);
    expect(areSure(loosely)).toBe(true);
  });

  test("is recognised in five languages, with accents and units", () => {
    const headings = [
      [
        "Title",
        "Make",
        "Price (EUR)",
        "Item type",
        "Qty",
        "Weight (g)",
        "Head size",
        "Image URL",
        "Zip code",
      ],
      ["Naam", "Merk", "Prijs", "Soort", "Aantal", "Gewicht", "Bladgrootte", "Foto's", "Postcode"],
      ["Bezeichnung", "Marke", "Preis [€]", "Typ", "Anzahl", "Gewicht (g)", "Kopfgröße", "Bilder", "PLZ"],
      ["Nom", "Marque", "Prix", "Type d’article", "Quantité", "Poids", "Tamis", "Images", "Code postal"],
    ];
    const expected = [
      "name",
      "brand",
      "price",
      "type",
      "quantity",
      "weight",
      "headsize",
      "imageUrls",
      "postalCode",
    ];
    for (const heading of headings) {
      expect(columnsOf(heading)).toEqual(expected);
      expect(areSure(heading)).toBe(true);
    }
  });

  test("is guessed, and marked as uncertain, when it has a typo, or when only one of its words is a column's name", () => {
    expect(matchColumns(["Desciption", "Product weight", "Shoe"])).toEqual([
      { column: "description", sure: false },
      { column: "weight", sure: false },
      { column: null, sure: true },
    ]);
  });

  test("with two cells for one column assigns the column only to the cell that matches better", () => {
    expect(columnsOf(["Titel", "name", "Name"])).toEqual([null, "name", null]);
    expect(columnsOf(["Product colour", "Kleur"])).toEqual([null, "color"]);
    expect(columnsOf(["", " ", "x".repeat(5000)])).toEqual([null, null, null]);
  });

  test("may lack required columns", () => {
    expect(missingColumns(columnsOf(["Naam", "Farbe"]))).toEqual(["price", "type"]);
  });
});

test("a row is read by its heading: missing cells are empty, and cells without a column are ignored", () => {
  expect(cellsOf(["a", "b", "c", "d"], ["name", null, "price"])).toEqual({ name: "a", price: "c" });
  expect(cellsOf(["a"], ["name", "price"])).toEqual({ name: "a", price: "" });
});
