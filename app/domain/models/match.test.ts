import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shippedCatalogue } from "#tests/support/models.ts";
import { matchModel } from "./match.ts";
import { modelTitle } from "./model.ts";

type Attributes = Readonly<Record<string, unknown>>;

function matched(type: string, name: string, brand: string | null = null, attributes: Attributes = {}) {
  return matchModel(shippedCatalogue(type), { name, brand, attributes })?.slug ?? null;
}

describe("a racket's title names its model:", () => {
  test.each([
    ["Wilson Blade 98 16x19 v8", "wilson-blade-98-16x19-v8-2021"],
    ["Blade 98 16x19 v8, L3, used twice", "wilson-blade-98-16x19-v8-2021", "Wilson"],
    ["Babolat Pure Aero (2023)", "babolat-pure-aero-2023"],
    ["Tecnifibre T-Fight 305 ISO", "tecnifibre-tfight-iso-305-2023"],
    ["T-Fight 305 ISO", "tecnifibre-tfight-iso-305-2023", "Technifibre"],
    ["Prince Textreme ATS Tour 100 310", "prince-ats-textreme-tour-100-310-2022"],
    ["Pro Kennex Ki Q+ 5", "prokennex-ki-q-plus-5"],
    ["PD 2021 Babolat", "babolat-pure-drive-2021"],
  ])("%s", (name, slug, brand: string | null = null) => {
    expect(matched("racket", name, brand)).toBe(slug);
  });

  test("and the listing's fields supply words that the title lacks", () => {
    const facts = { headsize: 98, weight: 305, string_pattern: "16x19", category: "senior" };
    expect(matched("racket", "Yonex EZONE (2022)", null, facts)).toBe("yonex-ezone-98-305g-2022");
    expect(matched("racket", "Wilson Blade v8", null, facts)).toBe("wilson-blade-98-16x19-v8-2021");
    expect(matched("racket", "Yonex EZONE 26", null, { category: "junior" })).toBe("yonex-ezone-junior-26");
  });
});

describe("a racket's title names no model", () => {
  test.each([
    ["when the model has several generations and the title names none", "Babolat Pure Drive"],
    ["when the catalogue does not have the generation that it names", "Wilson Blade 98 18x20 v8"],
    ["when one of its words belongs to another model", "Head Speed MP Lite (2022)"],
    ["when the listing has another brand", "Pure Drive 2021", "Head"],
    ["when it names several models", "Babolat Pure Aero 98 (2023) & Pure Drive 98"],
    ["when it names only a brand", "Wilson racket"],
    ["when it is empty", ""],
  ])("%s", (_, name, brand: string | null = null) => {
    expect(matched("racket", name, brand)).toBeNull();
  });

  test("when the listing's fields contradict the model's figures", () => {
    const name = "Babolat Pure Drive (2021)";
    expect(matched("racket", name, null, { headsize: 120 })).toBeNull();
    expect(matched("racket", name, null, { weight: 250 })).toBeNull();
    expect(matched("racket", name, null, { string_pattern: "18x20" })).toBeNull();
    expect(matched("racket", name, null, { category: "junior" })).toBeNull();
    expect(matched("racket", name, null, { string_pattern: "Other", weight: 306 })).not.toBeNull();
  });
});

test.each([
  ["Luxilon ALU Power 125, 12 m", "luxilon-alu-power"],
  ["Signum Pro Poly Plasma 1.28, halve haspel", "signum-pro-poly-plasma"],
  ["MSV Focus Hex 1.23, Rolle", "msv-focus-hex"],
  ["Dunlop Explosive Spin 17", null],
  ["Wilson Natural Gut + NXT hybride", null],
  ["Babolat Hybrid RPM Blast + VS Touch", null],
])("a string's title: %s names %s", (name, slug) => {
  expect(matched("string", name)).toBe(slug);
});

test("a model's own title and figures never match a model whose name has other words", () => {
  for (const type of ["racket", "string"] as const) {
    const { entries } = shippedCatalogue(type);
    const key = (words: readonly string[]) => [...new Set(words)].toSorted().join(" ");
    fc.assert(
      fc.property(fc.constantFrom(...entries), ({ model, brand, words }) => {
        const attributes = { headsize: model.specs.headsize, string_pattern: model.specs.string_pattern };
        const slug = matched(type, modelTitle(model), model.brand, attributes);
        const found = entries.find((entry) => entry.model.slug === slug);
        if (found) expect(key([...found.brand.words, ...found.words])).toBe(key([...brand.words, ...words]));
      }),
    );
  }
});
