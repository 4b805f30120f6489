import { describe, expect, test } from "vitest";
import type { CellFault } from "../csv/check.ts";
import { type Check, Sheet } from "./sheet.ts";
import { type Fill, MAX_FILL_LENGTH } from "./sheet-state.ts";

/** The type must be "racket", the condition New or Good, and only one row may have a SKU. */
const check: Check = (cells) => {
  const faults: CellFault[] = [];
  if (!cells.type) faults.push({ column: "type", code: "missing", parameters: ["type"] });
  else if (cells.type !== "racket") faults.push({ column: "type", code: "type", parameters: [cells.type] });
  if (cells.condition && !["New", "Good"].includes(cells.condition))
    faults.push({ column: "condition", code: "condition", parameters: [] });
  const uniqueValues = cells.sku && faults.length === 0 ? [{ column: "sku", name: cells.sku } as const] : [];
  return { faults, uniqueValues };
};

function sheetOf(columns: readonly string[], rows: readonly (readonly string[])[]): Sheet {
  const sheet = new Sheet(columns, check);
  for (const [at, cells] of rows.entries()) sheet.add(at + 2, cells);
  return sheet;
}

const empty = (column: string, value: string): Fill => ({ column, value, sameFaultAs: null });
const cellsOf = (sheet: Sheet) => sheet.rows(0, 9).map(({ cells }) => cells);

describe("filling the empty cells of a column", () => {
  const ROWS = [
    ["Blade", "racket", "Good"],
    ["Aero", "", "Broken"],
    ["Drive", " ", ""],
  ];

  test("changes only empty cells, and is undone in one step", () => {
    const sheet = sheetOf(["name", "type", "condition"], ROWS);
    const { version, revision } = sheet.state;
    expect(sheet.fill([empty("type", "racket"), empty("condition", "New")])).toBe(3);
    expect(cellsOf(sheet)).toEqual([
      ["Blade", "racket", "Good"],
      ["Aero", "racket", "Broken"],
      ["Drive", "racket", "New"],
    ]);
    expect(sheet.state).toMatchObject({ faulty: 1 });
    expect(sheet.state.version).not.toBe(version);
    expect(sheet.state.revision).not.toBe(revision);
    expect(sheet.undo()).toEqual({ at: 1, column: 1 });
    expect(cellsOf(sheet)).toEqual(ROWS);
    expect(sheet.state).toMatchObject({ faulty: 2, edited: false });
  });

  test("adds a column that the file lacks, and undoing the change removes this column again", () => {
    const sheet = sheetOf(
      ["name", "type"],
      [
        ["Blade", "racket"],
        ["Aero", "racket"],
      ],
    );
    expect(sheet.fill([empty("country", "NL"), empty("postalCode", "1071")])).toBe(4);
    expect([...sheet.records()]).toEqual([
      ["name", "type", "country", "postalCode"],
      ["Blade", "racket", "NL", "1071"],
      ["Aero", "racket", "NL", "1071"],
    ]);
    sheet.undo();
    expect([...sheet.records()][0]).toEqual(["name", "type"]);
  });

  test("ignores removed rows, and changes nothing when no cell is empty", () => {
    const sheet = sheetOf(["name", "type", "condition"], ROWS);
    sheet.remove(1);
    expect(sheet.fill([empty("type", "racket")])).toBe(1);
    const { revision } = sheet.state;
    expect(sheet.fill([empty("type", "racket")])).toBe(0);
    expect(sheet.fill([])).toBe(0);
    expect(sheet.state.revision).toBe(revision);
  });

  test("can correct a row; then a later row with the same SKU has a fault", () => {
    const sheet = sheetOf(
      ["sku", "type"],
      [
        ["a", ""],
        ["a", "racket"],
      ],
    );
    expect(sheet.state.faulty).toBe(1);
    sheet.fill([empty("type", "racket")]);
    expect(sheet.rows(0, 9).map(({ faults }) => faults.map(({ column }) => column))).toEqual([[], ["sku"]]);
    expect(sheet.state.faulty).toBe(1);
    sheet.undo();
    expect(sheet.rows(0, 9).map(({ faults }) => faults.map(({ column }) => column))).toEqual([["type"], []]);
  });

  test("refuses a value that is too long, and refuses the columns SKU and id", () => {
    const sheet = sheetOf(["sku", "type"], [["", ""]]);
    expect(() => sheet.fill([empty("type", "x".repeat(MAX_FILL_LENGTH + 1))])).toThrow(RangeError);
    expect(() => sheet.fill([empty("type", "racket"), empty("sku", "a")])).toThrow(RangeError);
    expect(() => sheet.fill([empty("id", "a")])).toThrow(RangeError);
    expect(sheet.state).toMatchObject({ faulty: 1, edited: false, columns: ["sku", "type"] });
    expect(sheet.fill([empty("type", "x".repeat(MAX_FILL_LENGTH))])).toBe(1);
  });
});

describe("filling the cells with the same fault", () => {
  const ROWS = [
    ["raquet", "Good"],
    ["racket", "used"],
    ["raquet", "Good"],
    ["", "worn"],
    ["sock", "Good"],
  ];

  test("changes the cells with that fault, and is undone in one step", () => {
    const sheet = sheetOf(["type", "condition"], ROWS);
    expect(sheet.countSameFault(0, 0)).toBe(2);
    expect(sheet.fill([{ column: "type", value: "racket", sameFaultAs: 2 }])).toBe(2);
    expect(cellsOf(sheet).map(([type]) => type)).toEqual(["racket", "racket", "racket", "", "sock"]);
    expect(sheet.state.faulty).toBe(3);
    expect(sheet.countSameFault(1, 1)).toBe(2);
    expect(sheet.fill([{ column: "condition", value: "Good", sameFaultAs: 1 }])).toBe(2);
    expect(sheet.state.faulty).toBe(2);
    sheet.undo();
    sheet.undo();
    expect(cellsOf(sheet)).toEqual(ROWS);
    expect(sheet.state).toMatchObject({ faulty: 5 });
  });

  test("changes nothing when the cell has no fault", () => {
    const sheet = sheetOf(["type", "condition"], ROWS);
    expect(sheet.countSameFault(0, 1)).toBe(0);
    expect(sheet.fill([{ column: "condition", value: "New", sameFaultAs: 0 }])).toBe(0);
    expect(cellsOf(sheet)).toEqual(ROWS);
  });

  test("is not offered for a repeated SKU", () => {
    const sheet = sheetOf(
      ["sku", "type"],
      [
        ["a", "racket"],
        ["a", "racket"],
        ["a", "racket"],
      ],
    );
    expect(sheet.countSameFault(1, 0)).toBe(0);
  });
});
