import { describe, expect, test } from "vitest";
import { excelPath, PLAIN, readFormat } from "./csv-format.ts";

describe("the format of a file", () => {
  test("is what its address asks for, and plain where that names none", () => {
    const asked = (query: string) => readFormat(new URLSearchParams(query));
    expect(asked("format=excel")).toEqual({ separator: ";", decimal: "," });
    for (const query of ["", "format=", "format=EXCEL", "format=toString", "format=%3B"])
      expect(asked(query)).toEqual({ separator: ",", decimal: "." });
    expect(asked("format=plain&format=excel")).toBe(PLAIN);
  });

  test("is asked for beside whatever else an address says", () => {
    expect(excelPath("/file.csv")).toBe("/file.csv?format=excel");
    expect(excelPath("/file.csv?range=2025")).toBe("/file.csv?range=2025&format=excel");
  });
});
