import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { csvFields } from "#app/domain/categories/derive/csv.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { csvLine } from "#app/domain/csv/write.ts";
import { EXCEL } from "#app/domain/csv-format.ts";
import { checkRow } from "./check.ts";
import { COLUMNS, cellsOf, matchColumns } from "./columns.ts";
import { faultText } from "./fault-text.ts";
import { TEMPLATE_NAME, templateRows } from "./template.ts";
import { valuesRows } from "./values.server.ts";

const [heading = [], ...rows] = templateRows();

describe("the template", () => {
  test("has the file name of the specification", () => {
    expect(TEMPLATE_NAME).toBe("tennis-inventory-template.csv");
  });

  test("has every column but the id, and one row for each type; the row passes the check and fills every field of the type", () => {
    expect(heading).toEqual(COLUMNS.map(({ name }) => name).filter((name) => name !== "id"));
    const columns = matchColumns(heading).map(({ column }) => column);
    expect(rows.map((row) => row[heading.indexOf("type")])).toEqual(CATEGORIES.map(({ type }) => type));
    for (const [nth, row] of rows.entries()) {
      const checked = checkRow(cellsOf(row, columns));
      expect("faults" in checked ? checked.faults.map(faultText) : []).toEqual([]);
      const input = "item" in checked ? checked.item.input : null;
      const definition = CATEGORIES[nth];
      const names = csvFields(definition ?? CATEGORIES[0]!).map(({ name }) => name);
      expect(Object.keys(input?.attributes ?? {}).toSorted()).toEqual(names.toSorted());
      expect(input).toMatchObject({ place: { country: "NL", postalCode: "1071" } });
      expect(input?.brand).not.toBeNull();
    }
  });

  test("for Excel has the same content, with decimal commas", () => {
    const [excelHeading, ...excelRows] = templateRows(EXCEL);
    expect(excelHeading).toEqual(heading);
    const written = (type: string, column: string) =>
      excelRows.find((row) => row[heading.indexOf("type")] === type)?.[heading.indexOf(column)];
    expect(written("racket", "price")).toBe("129,50");
    expect(written("string", "gauge")).toBe("1,25");
    expect(written("string", "length")).toBe("12,2");
    expect(written("racket", "description")).toContain("lighter one.");
    const columns = matchColumns(heading).map(({ column }) => column);
    const check = (row: readonly string[]) => checkRow(cellsOf(row, columns));
    expect(excelRows.map(check)).toEqual(rows.map(check));
  });

  test("is read unchanged by the library csv-parse", () => {
    const fileOf = (format?: typeof EXCEL) =>
      templateRows(format)
        .map((cells) => csvLine(cells, format))
        .join("");
    expect(parse(fileOf())).toEqual([heading, ...rows]);
    expect(parse(fileOf(EXCEL), { delimiter: ";" })).toEqual(templateRows(EXCEL));
  });
});

test("the list of values has the allowed values and the default of every column and type", () => {
  const [, ...sheet] = valuesRows();
  for (const definition of CATEGORIES)
    for (const { field, column } of csvFields(definition)) {
      const row = sheet.find(([type, name]) => type === definition.type && name === column);
      expect(row, `${definition.type} ${column}`).toBeDefined();
      if (field.csv?.empty) expect(row?.[4]).toBe(field.csv.empty);
    }
  const rowOf = (type: string, column: string) => sheet.find((row) => row[0] === type && row[1] === column);
  expect(rowOf("racket", "weight")).toEqual([
    "racket",
    "weight",
    "no",
    "category = senior: 250 to 400; category = junior: 200 to 280 (g)",
    "",
  ]);
  expect(rowOf("bag", "condition")).toEqual([
    "bag",
    "condition",
    "no",
    "New, Like New, Excellent, Good, Fair, Poor, Used",
    "Used",
  ]);
  expect(rowOf("racket", "gripsize")?.[3]).toMatch(
    /^0 \(L0 · 4\), .*; category = junior: 0 \(L0 · 4\), .*2 \(L2 · 4 1\/4\)$/,
  );
  expect(rowOf("all", "name")?.[2]).toBe("yes");
});
