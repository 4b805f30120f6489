import { expect, test } from "vitest";
import { ownPath } from "./schema.ts";

test.each([
  ["/rackets?a=1", "/rackets?a=1"],
  ["https://shop.example/nl/rackets", "/nl/rackets"],
  ["HTTPS://shop.example//evil.example", "/evil.example"],
  ["/\\evil.example", null],
  ["//evil.example", null],
  ["https://evil.example/rackets", null],
  ["my racket", null],
  ["javascript:alert(1)", null],
  [`/${"x".repeat(600)}`, null],
])("a person who writes about %s means the page %s", (about, path) => {
  expect(ownPath(about, "https://shop.example")).toBe(path);
});
