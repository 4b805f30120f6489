import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shippedCatalogue } from "#tests/support/models.ts";
import { findModels } from "./find.ts";
import { modelTitle } from "./model.ts";

const LIMIT = 8;
const found = (type: string, query: string) =>
  findModels(shippedCatalogue(type), query, LIMIT).map(({ slug }) => slug);

describe("a query for a racket", () => {
  test.each([
    ["blade 98 v8", "wilson-blade-98-16x19-v8-2021"],
    ["v8 98 blade wilson", "wilson-blade-98-16x19-v8-2021"],
    ["blade 98 v8 red", "wilson-blade-98-16x19-v8-2021"],
    ["babolt pur aero 98 2023", "babolat-pure-aero-98-2023"],
    ["Babolat PURE-DRIVE 2021", "babolat-pure-drive-2021"],
    ["v-core 98 2023", "yonex-vcore-98-2023"],
    ["e zone 100 2022 300g", "yonex-ezone-100-300g-2022"],
    ["t-fight iso 305", "tecnifibre-tfight-iso-305-2023"],
    ["pro staff 97 v13", "wilson-pro-staff-97-v13-2020"],
    ["graphene 360 plus speed mp", "head-graphene-360-plus-speed-mp-2020"],
    ["VC Pro 97 (310)", "yonex-vcore-pro-97-310-2019"],
    ["völkl c10", "volkl-c10-pro-2022"],
    ["strike 2019 babolat pure 3 gen 18x20", "babolat-pure-strike-18x20-gen-3-2019"],
    ["8 vcore yonex gen 95", "yonex-vcore-95-gen-8"],
    ["pure strike gen 3 18/20", "babolat-pure-strike-18x20-gen-3-2019"],
  ])("%s finds %s first", (query, slug) => {
    expect(found("racket", query)[0]).toBe(slug);
  });

  test("can be an alias, and finds the newest generation first", () => {
    const drives = ["2025", "2021", "2018", "2017", "2015", "2012"].map(
      (year) => `babolat-pure-drive-${year}`,
    );
    expect(found("racket", "PD").slice(0, 6)).toEqual(drives);
    expect(found("racket", "APD")[0]).toBe("babolat-aeropro-drive-2013");
    expect(found("racket", "RF97")).toContain("wilson-pro-staff-rf97-autograph-2018");
  });

  test("finds models while its last word or number is still incomplete", () => {
    expect(found("racket", "speed mp 202")[0]).toBe("head-speed-mp-2026");
    expect(found("racket", "pro sta")[0]).toMatch(/^wilson-pro-staff/);
    // A number that is not the last word is complete, so "11" does not mean "110".
    expect(found("racket", "drive 11")[0]).toMatch(/-110/);
    expect(found("racket", "11 drive")).toEqual([]);
  });

  test("finds nothing when none of its words belongs to a model", () => {
    expect(found("racket", "")).toEqual([]);
    expect(found("racket", " -.!")).toEqual([]);
    expect(found("racket", "qzxv")).toEqual([]);
    expect(found("racket", "hyper-g")).toEqual([]);
  });
});

test.each([
  ["rpm", "babolat-rpm-blast"],
  ["hyperg", "solinco-hyper-g"],
  ["hyper g soft", "solinco-hyper-g-soft"],
  ["alu", "luxilon-alu-power"],
  ["ytpp", "yonex-poly-tour-pro"],
])("a query for a string: %s finds %s first", (query, slug) => {
  expect(found("string", query)[0]).toBe(slug);
});

describe("every model", () => {
  const { entries } = shippedCatalogue("racket");
  const anEntry = fc.constantFrom(...entries);

  test("is found by its words in any order", () => {
    const shuffled = anEntry.chain(({ model }) =>
      fc.tuple(
        fc.constant(model),
        fc.shuffledSubarray(modelTitle(model).split(" "), { minLength: modelTitle(model).split(" ").length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([model, words]) => {
        const models = findModels(shippedCatalogue("racket"), words.join(" "), 40);
        expect(models.map(({ slug }) => slug)).toContain(model.slug);
      }),
    );
  });

  test("comes first for its own title, unless another model has the same words", () => {
    const key = (words: Iterable<string>) => [...new Set(words)].toSorted().join(" ");
    const nameOf = ({ brand, words }: (typeof entries)[number]) => key([...brand.words, ...words]);
    fc.assert(
      fc.property(anEntry, (entry) => {
        const [first] = findModels(shippedCatalogue("racket"), modelTitle(entry.model), 1);
        const found = entries.find(({ model }) => model === first);
        expect(found && nameOf(found)).toBe(nameOf(entry));
        if (entry.generations.size > 0) expect(found?.generations).toEqual(entry.generations);
      }),
      { numRuns: 300 },
    );
  });
});

test("any text finds at most `limit` models, each once", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 400, unit: "grapheme" }),
      fc.integer({ min: 1, max: 20 }),
      (text, limit) => {
        const models = findModels(shippedCatalogue("racket"), text, limit);
        expect(models.length).toBeLessThanOrEqual(limit);
        expect(new Set(models).size).toBe(models.length);
      },
    ),
  );
});
