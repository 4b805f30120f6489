// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bag } from "#app/domain/categories/bag.ts";
import { baseLocale, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { NumberField } from "#app/ui/text-field.tsx";
import { presentField } from "./form-view.server.ts";

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
});
afterEach(() => overwriteGetLocale(() => baseLocale));

test.each([
  ["en-GB", "racket", "rackets"],
  ["en-US", "racket", "rackets"],
  ["nl", "racket", "rackets"],
  ["de", "Schläger", "Schläger"],
  ["fr", "raquette", "raquettes"],
] as const)("the unit beside a capacity follows what is typed in %s", async (locale, one, more) => {
  overwriteGetLocale(() => locale);
  const field = presentField(bag, "capacity");
  if (field?.kind !== "number") throw new Error("Capacity is a number.");
  const page = document.createElement("div");
  const root = createRoot(page);
  const { label, unit, unitOfOne } = field;
  await act(() =>
    root.render(<NumberField label={label} defaultValue="1" unit={unit} unitOfOne={unitOfOne} />),
  );
  const input = page.querySelector("input");
  const type = (text: string) =>
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
      input?.dispatchEvent(new Event("input", { bubbles: true }));
    });
  expect(input?.nextSibling?.textContent).toBe(one);
  await type("12");
  expect(input?.nextSibling?.textContent).toBe(more);
  await type(" 1");
  expect(input?.nextSibling?.textContent).toBe(one);
  await act(() => root.unmount());
});
