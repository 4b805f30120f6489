import { expect, test } from "vitest";
import { ColumnValues } from "./column-values.ts";

function valuesOf(...texts: string[]): ColumnValues {
  const values = new ColumnValues();
  for (const text of texts) values.add(text);
  return values;
}

test("a column of yes and no is one only if all its values are", () => {
  expect(valuesOf("1", "0", "1").isFlag).toBe(true);
  expect(valuesOf("Y", "n").isFlag).toBe(true);
  expect(valuesOf("1", "2").isFlag).toBe(false);
  expect(valuesOf().isFlag).toBe(false);
});

test("a column counts the rows if its numbers rise from 1, whatever stands between them", () => {
  expect(valuesOf("1", "2", "3", "Summe").isRunning).toBe(true);
  expect(valuesOf("1", "2", "4").isRunning).toBe(false);
  expect(valuesOf("17", "18").isRunning).toBe(false);
});

test("pictures and brands are known by their values", () => {
  expect(valuesOf("https://a.example/1.jpg?v=2", "//a.example/2.webp|//a.example/3.webp").hasPictures).toBe(
    true,
  );
  expect(valuesOf("https://a.example/racket").hasPictures).toBe(false);
  expect(valuesOf("BABOLAT", "Head", "Amer Sports").hasBrands).toBe(true);
  expect(valuesOf("Pure Aero", "Speed MP").hasBrands).toBe(false);
});
