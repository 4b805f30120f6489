import { describe, expect, test } from "vitest";
import { titleFacts } from "./facts.ts";

const pro = { material: "polyester", stringType: "Monofilament", color: "Red" };

describe("a title", () => {
  test.each<[string, string, Record<string, string>]>([
    ["clothes", "Nike girls dress", { clothes_type: "Dress", gender: "Girls" }],
    ["string", "Luxilon Original reel 200 m", { packaging: "reel", length: "200" }],
    ["string", "Luxilon Original 660 ft", { length: "201.2" }],
    ["string", "Luxilon Original 12,2 m / 200 m", { packaging: "reel" }],
    ["string", "Kirschbaum Pro Line II polyester rood", pro],
    ["racket", "Head Novak 25 Zoll blau", { length: "25", color: "Blue", category: "junior" }],
    ["racket", "Wilson Blade 98 schwarz mit rotem Griffband", { color: "Black" }],
    ["racket", "Wilson Blade schwarz/rot", {}],
    ["string", "Weiss Cannon Mosquito Bite", {}],
    ["ball", "Tube de 4 balles", { balls_per_can: "4" }],
    ["ball", "Dunlop Fort blik 4", { balls_per_can: "4" }],
    ["ball", "Tennisbälle 4er Dose", { balls_per_can: "4" }],
    ["ball", "Head Tour, tube de 4", { balls_per_can: "4" }],
    ["ball", "Penn can of 3", { balls_per_can: "3" }],
    ["ball", "Penn 6 cans of 3", { balls_per_can: "3", packaging_type: "box" }],
    ["ball", "Karton 24 Dosen", { packaging_type: "box" }],
    ["racket", "Babolat Pure Aero Griff L3", { gripsize: "3" }],
    ["racket", "Wilson Blade 4 3/8", { gripsize: "3" }],
    ["racket", "Head Speed L2 oder L3", {}],
    ["bag", "Tecnifibre Tour 12R tas", { capacity: "12" }],
    ["string", "Kirschbaum Saite 1,25, sehr gut", { gauge: "1.25" }],
    ["string", "Hybrid 1.25 / 1.30", { stringType: "Hybrid" }],
    ["string", "Babolat VS natural gut", { material: "natural gut", stringType: "Natural gut" }],
  ])("says of %s more than its type: %s", (type, title, facts) => {
    expect(titleFacts(type, title, [])).toEqual(facts);
  });

  test.each([
    ["Nike polo heren mt. L groen", "L"],
    ["Adidas Shorts Herren Gr. M schwarz", "M"],
    ["T-shirt taille S", "S"],
    ["Fila polo XL blau", "XL"],
    ["Fila polo 2XL", "2XL"],
    ["Lacoste polo (M)", "M"],
    ["Lacoste polo groen L", "L"],
    ["Trainingsjacke Jungen 152", "152"],
    ["Polo garçon 10 ans", "10"],
    ["Tennisrock Damen Gr. 38", "38"],
    ["Ellesse skirt, women's S", "S"],
    ["Nike skort ladies UK 12", "UK 12"],
    ["Lacoste L.12.12 polo", undefined],
    ["Nike polo S&S edition", undefined],
    ["Polo 2023 collection", undefined],
  ])("of clothes has their size: %s", (title, size) => {
    expect(titleFacts("clothes", title, []).size).toBe(size);
  });

  test("without a size leaves it to the description, but not to what a model wears", () => {
    expect(titleFacts("clothes", "Retro polo", [], "Size L, no stains").size).toBe("L");
    expect(titleFacts("clothes", "Retro polo", [], "The model wears size S").size).toBeUndefined();
  });

  test("a long text is read fast, and without a call for each of its words", () => {
    expect(titleFacts("clothes", "polo".repeat(40_000), ["polox".repeat(40_000)])).toEqual({});
    expect(titleFacts("clothes", "apolo polo", [])).toEqual({ clothes_type: "Polo Shirt" });
  });
});
