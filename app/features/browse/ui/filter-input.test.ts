import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { FilterView } from "#app/features/listings/view.ts";
import { type FieldCounts, FilterInput } from "./filter-input.tsx";

const brands = Array.from({ length: 20 }, (_, n) => `Brand ${n}`);

function drawn(chosen: readonly string[], counts?: FieldCounts) {
  const options = brands.map((value) => ({ value, label: value }));
  const filter: FilterView = {
    kind: "many",
    name: "brand",
    label: "Brand",
    options,
    chosen,
    none: null,
    isFaulty: false,
    isTyped: false,
    summary: null,
  };
  const html = renderToStaticMarkup(createElement(FilterInput, { filter, counts, onSettle: () => {} }));
  const valuesIn = (part = "") => [...part.matchAll(/value="([^"]*)"/g)].map(([, value]) => value);
  const [shown, folded] = html.split("<details");
  return { html, shown: valuesIn(shown), folded: valuesIn(folded) };
}

describe("a long list of filter options", () => {
  test("shows twelve options, and the others when it is unfolded, without JavaScript too", () => {
    const { html, shown, folded } = drawn([]);
    expect(shown).toEqual(brands.slice(0, 12));
    expect(folded).toEqual(brands.slice(12));
    expect(html).toContain("Show all 20 brands");
  });

  test("shows the chosen options, wherever they are in the list", () => {
    const { shown, folded } = drawn(["Brand 17"]);
    expect(shown).toEqual([...brands.slice(0, 12), "Brand 17"]);
    expect(folded).not.toContain("Brand 17");
  });

  test("has options without results at the end", () => {
    const stocked: FieldCounts = brands.slice(5).map((brand) => [brand, 3, false] as const);
    const { shown, folded } = drawn(["Brand 2"], stocked);
    expect(shown).toEqual(["Brand 2", ...brands.slice(5, 16)]);
    expect(folded).toEqual([...brands.slice(16), "Brand 0", "Brand 1", "Brand 3", "Brand 4"]);
  });
});
