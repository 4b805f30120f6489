import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shippedCatalogue } from "#tests/support/models.ts";
import { compareModels, generationsOf } from "./compare.ts";
import type { Model } from "./model.ts";

const catalogue = shippedCatalogue("racket");
const anyModel = fc.constantFrom(...catalogue.entries.map(({ model }) => model));

function named(slug: string): Model {
  const model = catalogue.bySlug.get(slug);
  if (!model) throw new Error(`There is no ${slug}.`);
  return model;
}

describe("a comparison", () => {
  test("has each figure that is known for any of the models, and marks those in which two models differ", () => {
    const models: Pick<Model, "specs">[] = [
      { specs: { headsize: 98, weight: 305, string_pattern: "16x19" } },
      { specs: { headsize: 98, weight: 300 } },
    ];
    expect(compareModels(catalogue, models)).toEqual([
      { name: "headsize", values: [98, 98], differs: false },
      { name: "weight", values: [305, 300], differs: true },
      { name: "string_pattern", values: ["16x19", undefined], differs: false },
    ]);
  });

  test("compares a figure that has several values by all of them", () => {
    const { specs } = shippedCatalogue("string");
    const gauges = (...values: number[]) => ({ specs: { gauges: values } });
    expect(compareModels({ specs }, [gauges(1.25, 1.3), gauges(1.25, 1.3)])[0]?.differs).toBe(false);
    expect(compareModels({ specs }, [gauges(1.25, 1.3), gauges(1.25)])[0]?.differs).toBe(true);
  });

  test("has no difference between a model and itself, and does not depend on the order of the models", () => {
    fc.assert(
      fc.property(anyModel, anyModel, (one, other) => {
        expect(compareModels(catalogue, [one, one]).some(({ differs }) => differs)).toBe(false);
        const differences = (models: readonly Model[]) =>
          compareModels(catalogue, models).map(({ name, differs }) => ({ name, differs }));
        expect(differences([one, other])).toEqual(differences([other, one]));
      }),
    );
  });
});

describe("the generations of a model", () => {
  test("are all models with its brand and name, the newest first", () => {
    const slugs = generationsOf(catalogue, named("babolat-pure-drive-2021")).map(({ slug }) => slug);
    expect(slugs.slice(0, 3)).toEqual([
      "babolat-pure-drive-2025",
      "babolat-pure-drive-2021",
      "babolat-pure-drive-2018",
    ]);
    expect(slugs.every((slug) => /^babolat-pure-drive-\d{4}$/.test(slug))).toBe(true);
  });

  test("are the same for each generation, and include that generation", () => {
    fc.assert(
      fc.property(anyModel, (model) => {
        const all = generationsOf(catalogue, model);
        expect(all).toContain(model);
        for (const other of all) expect(generationsOf(catalogue, other)).toEqual(all);
      }),
    );
  });
});
