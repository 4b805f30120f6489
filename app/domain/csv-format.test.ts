import { describe, expect, test } from "vitest";
import { excelPath, PLAIN, readFormat } from "./csv-format.ts";

describe("the CSV format", () => {
  test("is read from the query of a URL, and plain by default", () => {
    const formatOf = (query: string) => readFormat(new URLSearchParams(query));
    expect(formatOf("format=excel")).toEqual({ separator: ";", decimal: "," });
    for (const query of ["", "format=", "format=EXCEL", "format=toString", "format=%3B"])
      expect(formatOf(query)).toEqual({ separator: ",", decimal: "." });
    expect(formatOf("format=plain&format=excel")).toBe(PLAIN);
  });

  test("is added to a URL, also to one that has other parameters", () => {
    expect(excelPath("/file.csv")).toBe("/file.csv?format=excel");
    expect(excelPath("/file.csv?range=2025")).toBe("/file.csv?range=2025&format=excel");
  });
});
