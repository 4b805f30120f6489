import { expect, test } from "vitest";
import { browseTitle } from "./browse-meta.server.ts";

test.each([
  { heading: "Rackets", category: "Rackets", part: null, title: "Rackets" },
  { heading: "Rackets", category: "Rackets", part: "Head", title: "Head · Rackets" },
  { heading: "Blade-Schläger", category: "Schläger", part: "Blade", title: "Blade-Schläger" },
  { heading: "Tennis Bags", category: "Tennis Bags", part: "Backpacks", title: "Backpacks · Tennis Bags" },
  { heading: "Tops", category: "Clothes", part: "Tops", title: "Tops · Clothes" },
  { heading: "New", category: "Clothes", part: null, title: "New · Clothes" },
  { heading: "New Rackets", category: "Rackets", part: null, title: "New Rackets" },
])("the title of a browse page adds the names that its heading lacks: $title", ({ title, ...names }) => {
  expect(browseTitle(names)).toBe(title);
});
