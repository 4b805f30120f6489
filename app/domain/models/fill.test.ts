import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shippedCatalogue } from "#tests/support/models.ts";
import { inputSchema } from "../categories/derive/input.ts";
import { CATEGORIES, categoryOfType } from "../categories/registry.ts";
import { fillsOf, refilled } from "./fill.ts";

function filled(type: string, slug: string) {
  const definition = categoryOfType(type);
  const model = shippedCatalogue(type).bySlug.get(slug);
  return definition && model && fillsOf(definition, model);
}

describe("a model fills the form", () => {
  test("with its title, its brand and its unstrung figures", () => {
    expect(filled("racket", "babolat-pure-aero-2023")).toEqual({
      name: "Babolat Pure Aero 2023",
      brand: "Babolat",
      category: "senior",
      headsize: "100",
      weight: "300",
      balance: "320",
      length: "27",
      string_pattern: "16x19",
      swingweight: "318",
    });
    expect(filled("string", "luxilon-alu-power")).toEqual({
      name: "Luxilon ALU Power",
      brand: "Luxilon",
      material: "polyester",
    });
    expect(filled("string", "wilson-natural-gut")).toMatchObject({
      material: "natural gut",
      string_type: "Natural gut",
    });
  });

  test("without a swingweight where the generation is not known", () => {
    const model = shippedCatalogue("racket").bySlug.get("wilson-blx-tour");
    expect(model?.specs.swingweight).toBeDefined();
    expect(filled("racket", "wilson-blx-tour")).not.toHaveProperty("swingweight");
  });

  test("without values that the form refuses", () => {
    // A head of 62 square inches, of a racket for children.
    expect(filled("racket", "babolat-ballfighter-17")).toEqual({
      name: "Babolat Ballfighter 17",
      brand: "Babolat",
      category: "junior",
      length: "17",
    });
  });

  test("with the string pattern of any racket in the catalogue", () => {
    for (const { model } of shippedCatalogue("racket").entries)
      if (model.specs.string_pattern !== undefined)
        expect(filled("racket", model.slug)).toHaveProperty("string_pattern", model.specs.string_pattern);
  });

  test("never with grip, colour or condition, and only with values that can be stored", () => {
    for (const definition of CATEGORIES.filter(({ models }) => models)) {
      fc.assert(
        fc.property(fc.constantFrom(...shippedCatalogue(definition.type).entries), ({ model }) => {
          const fills = fillsOf(definition, model);
          for (const name of ["gripsize", "color", "condition", "gauge"])
            expect(fills).not.toHaveProperty(name);
          const checked = inputSchema(definition, "without photos").safeParse({ ...fills, price: "1" });
          const faulty = (checked.error?.issues ?? []).map(({ path }) => String(path[0]));
          expect(faulty.filter((name) => name in fills)).toEqual([]);
          expect(fills.name).toBeDefined();
        }),
      );
    }
  });
});

test("a model replaces empty values and those of the former model, not what the seller typed", () => {
  const values = { name: "Blade", brand: "", weight: "305", balance: "320", grip: "" };
  const fills = { name: "EZONE", brand: "Yonex", weight: "300", headsize: "98" };
  expect(
    refilled({ ...values, headsize: "100" }, fills, { name: "Blade", weight: "300", balance: "320" }),
  ).toEqual({
    name: "EZONE",
    brand: "Yonex",
    balance: "",
  });
});
