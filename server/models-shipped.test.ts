import { describe, expect, test } from "vitest";
import { shippedCatalogue, shippedModels } from "#tests/support/models.ts";
import { type ModelFiles, parseModels } from "./models-shipped.ts";
import { StartupError } from "./startup-error.ts";

const RACKETS = `slug,brand,name,generation,level,head_size_sq_in,length_in,unstrung_weight_g,unstrung_balance_mm,string_pattern,strung_weight_g,strung_balance_mm,strung_swingweight,stiffness_ra,beam_mm,confidence,source
wilson-blade-98-v8,Wilson,Blade 98,v8,adult,98,27,305,320,16x19,322,330,325,62,21,A,one; two
`;
const STRINGS =
  "slug,brand,name,material,gauges_mm,confidence,source\nsolinco-hyper-g,Solinco,Hyper-G,polyester,1.20|1.25,A,one\n";
const ALIASES = "type,alias,brand,names,note\nracket,E-Zone,Yonex,EZONE,spelling\n";
const FILES: ModelFiles = { "rackets.csv": RACKETS, "strings.csv": STRINGS, "aliases.csv": ALIASES };

function faultsOf(files: ModelFiles): string {
  try {
    parseModels({ ...FILES, ...files });
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
  return "";
}

describe("the shipped models", () => {
  test("are 1,067 rackets, 490 strings and 37 aliases", () => {
    const count = (type: string) => shippedModels.models.filter((model) => model.type === type).length;
    expect([count("racket"), count("string"), shippedModels.aliases.length]).toEqual([1_067, 490, 37]);
  });

  test("have slugs that begin with their brand", () => {
    const others = shippedModels.models.filter(
      ({ slug, brand }) => !slug.startsWith(brand.toLowerCase().replace(/[^a-z0-9]+/g, "-")),
    );
    expect(others).toEqual([]);
  });

  test("are found by their aliases", () => {
    const useless = shippedModels.aliases.filter(({ type, brand, names }) => {
      const catalogue = shippedCatalogue(type);
      const ofBrand = catalogue.entries.filter(({ model }) => model.brand === brand);
      const begins = (name: string) => {
        const words = catalogue.wordsOf(name);
        return ofBrand.some((entry) => words.every((word, at) => entry.words[at] === word));
      };
      return ofBrand.length === 0 || !names.every(begins);
    });
    expect(useless).toEqual([]);
  });
});

describe("a file of models", () => {
  test("is read, and empty cells are unknown", () => {
    const { models, aliases } = parseModels({
      ...FILES,
      "rackets.csv": RACKETS.replace(",v8,", ",,").replace(",320,", ",,"),
    });
    expect(models[0]).toEqual({
      type: "racket",
      slug: "wilson-blade-98-v8",
      brand: "Wilson",
      name: "Blade 98",
      generation: null,
      specs: {
        level: "adult",
        headsize: 98,
        length: 27,
        weight: 305,
        string_pattern: "16x19",
        strung_weight: 322,
        strung_balance: 330,
        swingweight: 325,
        stiffness: 62,
        beam: "21",
      },
      confidence: "A",
      source: "one; two",
    });
    expect(models[1]?.specs).toEqual({ material: "polyester", gauges: [1.2, 1.25] });
    expect(aliases).toEqual([{ type: "racket", alias: "E-Zone", brand: "Yonex", names: ["EZONE"] }]);
  });

  test.each<[string, ModelFiles, string]>([
    [
      "a head size of 980 square inches",
      { "rackets.csv": RACKETS.replace(",98,27", ",980,27") },
      "rackets.csv, row 2: head_size_sq_in is not from 50 to 140",
    ],
    [
      "a weight that is no number",
      { "rackets.csv": RACKETS.replace(",305,", ",light,") },
      "row 2: unstrung_weight_g is not from 120 to 420",
    ],
    [
      "a string pattern in words",
      { "rackets.csv": RACKETS.replace(",16x19,", ",dense,") },
      "row 2: string_pattern has the wrong format",
    ],
    ["no source", { "rackets.csv": RACKETS.replace("one; two", "") }, "row 2: source is empty"],
    [
      "a slug with spaces",
      { "rackets.csv": RACKETS.replace("wilson-blade-98-v8", "Wilson Blade") },
      "row 2: slug is not a slug",
    ],
    [
      "a slug twice",
      { "rackets.csv": `${RACKETS}${RACKETS.split("\n")[1]}\n` },
      "row 3: slug is the same as in row 2",
    ],
    [
      "a missing column",
      { "rackets.csv": RACKETS.replace(",level,", ",niveau,") },
      "row 2: level is missing",
    ],
    [
      "a gauge of 125 mm",
      { "strings.csv": STRINGS.replace("1.25", "125") },
      "strings.csv, row 2: gauges_mm is not from 0.9 to 1.7",
    ],
    [
      "an alias twice, spelled otherwise",
      { "aliases.csv": `${ALIASES}racket,e zone,Yonex,EZONE,spelling\n` },
      "aliases.csv, row 3: alias is the same as in row 2",
    ],
    ["an alias of bags", { "aliases.csv": ALIASES.replace("racket,", "bag,") }, "row 2: type has no models"],
  ])("is refused with %s", (_, files, fault) => {
    expect(faultsOf(files)).toContain(fault);
  });

  test("is refused with all its faults together", () => {
    const faults = faultsOf({
      "rackets.csv": RACKETS.replace(",98,27", ",980,270"),
      "aliases.csv": ALIASES.replace("racket,", "bag,"),
    });
    expect(faults.split("\n")).toHaveLength(3);
  });
});
