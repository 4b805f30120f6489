import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { type Option, SelectField } from "./select-field.tsx";

const rendered = (options: readonly Option[], placeholder?: string) =>
  renderToStaticMarkup(createElement(SelectField, { label: "Brand", options, placeholder }));

describe("a select field", () => {
  test("offers its options after its placeholder", () => {
    const html = rendered([{ value: "Head", label: "Head" }], "Choose…");
    expect(html).toContain('<option value="">Choose…</option><option value="Head">Head</option>');
  });

  test("throws for an option whose value is empty [A5.15]", () => {
    expect(() => rendered([{ value: "", label: "Any" }])).toThrow('"Brand"');
  });
});
