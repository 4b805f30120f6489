import { expect, test } from "vitest";
import { summaryOf } from "./summary.ts";

const listing = {
  price: "€1,189.00",
  facts: [
    { label: "Weight", value: "305 g" },
    { label: "Condition", value: "Like New" },
  ],
  place: "1012 Amsterdam, NL",
};

test("the summary of a listing is its price, facts, place and the beginning of its description", () => {
  expect(summaryOf({ ...listing, description: "Strung once.\n\nGrip as new." })).toBe(
    "€1,189.00 · 305 g · Like New · 1012 Amsterdam, NL. Strung once. Grip as new.",
  );
  expect(summaryOf({ ...listing, place: null, description: " " })).toBe("€1,189.00 · 305 g · Like New");
});

test("a summary is as long as search engines show, and ends with a whole word", () => {
  const long = summaryOf({ ...listing, description: "Schlägertasche, ".repeat(50) });
  expect(long.length).toBeLessThanOrEqual(160);
  expect(long).toMatch(/Schlägertasche…$/);
});
