import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CellFault } from "../csv/check.ts";
import { type Check, Sheet } from "./sheet.ts";
import { SHOWN_CHARACTERS } from "./sheet-state.ts";

const fault = (column: string): CellFault => ({ column, code: "missing", parameters: [column] });

/** The price must be a number, the type is required, and the name "broken" is a fault of the whole row. */
const check: Check = (cells) => {
  const faults = [
    ...(/^\d+$/.test(cells.price ?? "") ? [] : [fault("price")]),
    ...((cells.type ?? "") === "" ? [fault("type")] : []),
    ...(cells.name === "broken" ? [fault("")] : []),
  ];
  const uniqueValues = cells.sku && faults.length === 0 ? [{ column: "sku", name: cells.sku } as const] : [];
  return { faults, uniqueValues };
};

function sheetOf(rows: readonly (readonly string[])[], columns = ["name", "price", "type"]): Sheet {
  const sheet = new Sheet(columns, check);
  for (const [at, cells] of rows.entries()) sheet.add(at + 2, cells);
  return sheet;
}

const ROWS = [
  ["Blade", "120", "racket"],
  ["Aero", "much", "racket"],
  ["Drive", "90", "racket"],
  ["broken", "", ""],
];

describe("the table of a stock file", () => {
  test("has the rows with their faults, and counts the faulty rows", () => {
    const sheet = sheetOf(ROWS);
    expect(sheet.state).toMatchObject({ rows: 4, faulty: 2, shown: 4, edited: false });
    const [, aero, , broken] = sheet.rows(0, 10);
    expect(aero).toEqual({ id: 1, number: 3, cells: ROWS[1], faults: [fault("price")] });
    expect(broken?.faults.map(({ column }) => column)).toEqual(["price", "type", "name"]);
  });

  test("shows long cells shortened, and returns them whole", () => {
    const long = "x".repeat(SHOWN_CHARACTERS + 1);
    const sheet = sheetOf([[long, "1", "racket"]]);
    expect(sheet.rows(0, 1)[0]?.cells[0]).toBe(`${"x".repeat(SHOWN_CHARACTERS)}…`);
    expect(sheet.cell(0, 0)).toBe(long);
  });

  test("checks a row again when a cell is edited, and can undo the edit", () => {
    const sheet = sheetOf(ROWS);
    expect(sheet.edit(1, 1, "110").faults).toEqual([]);
    expect(sheet.state).toMatchObject({ faulty: 1, edited: true });
    expect(sheet.undo()).toEqual({ at: 1, column: 1 });
    expect(sheet.state).toMatchObject({ faulty: 2, edited: false });
    expect(sheet.cell(1, 1)).toBe("much");
    expect(sheet.undo()).toBeNull();
  });

  test("does not count an edit that changes nothing", () => {
    const sheet = sheetOf(ROWS);
    const { revision } = sheet.state;
    sheet.edit(0, 1, "120");
    expect(sheet.state).toMatchObject({ revision });
  });

  test("removes a row, and restores it at its position", () => {
    const sheet = sheetOf(ROWS);
    sheet.remove(1);
    expect(sheet.state).toMatchObject({ rows: 3, faulty: 1, shown: 3 });
    expect(sheet.rows(0, 9).map(({ id }) => id)).toEqual([0, 2, 3]);
    expect(sheet.undo()).toEqual({ at: 1, column: 0 });
    expect(sheet.rows(0, 9).map(({ id }) => id)).toEqual([0, 1, 2, 3]);
  });

  test("filters rows with faults; a repaired row stays until the filter is applied again", () => {
    const sheet = sheetOf(ROWS);
    const { version } = sheet.state;
    sheet.filter(true);
    expect(sheet.rows(0, 9).map(({ id }) => id)).toEqual([1, 3]);
    expect(sheet.state.version).not.toBe(version);
    sheet.edit(1, 1, "110");
    expect(sheet.state).toMatchObject({ shown: 2, faulty: 1 });
    sheet.filter(true);
    expect(sheet.rows(0, 9).map(({ id }) => id)).toEqual([3]);
    sheet.filter(false);
    expect(sheet.state.shown).toBe(4);
  });

  test("moves from fault to fault, and from the last to the first", () => {
    const sheet = sheetOf(ROWS);
    const found = [];
    for (let spot = sheet.next(null), n = 0; spot && n < 5; spot = sheet.next(spot), n += 1)
      found.push([spot.at, spot.column]);
    expect(found).toEqual([
      [1, 1],
      [3, 0],
      [3, 1],
      [3, 2],
      [1, 1],
    ]);
    expect(sheetOf([["Blade", "1", "racket"]]).next(null)).toBeNull();
    expect(sheetOf([]).next({ at: 0, column: 0 })).toBeNull();
  });

  test("adds a column for a required field that the file lacks, and writes that column only if it has a value", () => {
    const sheet = sheetOf(
      [
        ["Blade", "1"],
        ["Aero", "2"],
      ],
      ["name", "price"],
    );
    expect(sheet.state).toMatchObject({ columns: ["name", "price", "type"], faulty: 2 });
    expect([...sheet.records()]).toEqual([
      ["name", "price"],
      ["Blade", "1"],
      ["Aero", "2"],
    ]);
    expect(sheet.edit(1, 2, "racket").faults).toEqual([]);
    sheet.remove(0);
    expect([...sheet.records()]).toEqual([
      ["name", "price", "type"],
      ["Aero", "2", "racket"],
    ]);
  });
});

describe("a SKU that several rows have", () => {
  const COLUMNS = ["sku", "price", "type"];
  const twice = (row: number): CellFault => ({ column: "sku", code: "sku_twice", parameters: [row] });
  const faultsOf = (sheet: Sheet) => sheet.rows(0, 9).map(({ faults }) => faults);

  test("is a fault of each row but the first, and the fault has the number of the first row", () => {
    const sheet = sheetOf(
      [
        ["a", "1", "racket"],
        ["b", "1", "racket"],
        ["a", "2", "racket"],
        ["a", "3", "bag"],
      ],
      COLUMNS,
    );
    expect(faultsOf(sheet)).toEqual([[], [], [twice(2)], [twice(2)]]);
    expect(sheet.state.faulty).toBe(2);
    expect(sheet.next(null)).toEqual({ at: 2, column: 0 });
    sheet.filter(true);
    expect(sheet.rows(0, 9).map(({ id }) => id)).toEqual([2, 3]);
  });

  test("is no fault of the second row when the first row is removed, or gets another SKU or another fault", () => {
    const sheet = sheetOf(
      [
        ["a", "1", "racket"],
        ["a", "2", "racket"],
        ["a", "3", "racket"],
      ],
      COLUMNS,
    );
    const { version } = sheet.state;
    for (const giveUp of [() => sheet.edit(0, 0, "b"), () => sheet.edit(0, 1, "much")]) {
      giveUp();
      expect(sheet.rows(1, 3).map(({ faults }) => faults)).toEqual([[], [twice(3)]]);
      // The faults of other rows have changed too, so all visible rows must be loaded again.
      expect(sheet.state.version).not.toBe(version);
      sheet.undo();
      expect(faultsOf(sheet)).toEqual([[], [twice(2)], [twice(2)]]);
    }
    sheet.remove(0);
    expect(sheet.state).toMatchObject({ rows: 2, faulty: 1 });
    expect(faultsOf(sheet)).toEqual([[], [twice(3)]]);
    sheet.undo();
    expect(sheet.state).toMatchObject({ rows: 3, faulty: 2 });
    expect(faultsOf(sheet)).toEqual([[], [twice(2)], [twice(2)]]);
  });

  test("is a fault of the lower row when it is typed into a row above", () => {
    const sheet = sheetOf(
      [
        ["", "1", "racket"],
        ["a", "2", "racket"],
        ["b", "3", "racket"],
      ],
      COLUMNS,
    );
    expect(sheet.edit(0, 0, "a").faults).toEqual([]);
    expect(faultsOf(sheet)).toEqual([[], [twice(2)], []]);
    expect(sheet.edit(2, 0, "a").faults).toEqual([twice(2)]);
    expect(sheet.state.faulty).toBe(2);
    expect(sheet.edit(1, 0, "c").faults).toEqual([]);
    expect(sheet.state.faulty).toBe(1);
  });

  test("gives the same faults after any edits as a new table of the same rows", () => {
    const cell = fc.constantFrom("", "a", "b", "c");
    const act = fc.oneof(
      fc.record({ row: fc.nat(7), column: fc.constantFrom(0, 1), value: fc.constantFrom("", "a", "b", "1") }),
      fc.record({ remove: fc.nat(7) }),
      fc.record({ fill: fc.constantFrom("price", "type"), value: fc.constantFrom("", "1", "b") }),
      fc.constant("undo" as const),
    );
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 8, maxLength: 8 }),
        fc.array(act, { maxLength: 20 }),
        (skus, acts) => {
          const sheet = sheetOf(
            skus.map((sku) => [sku, "1", "racket"]),
            COLUMNS,
          );
          for (const one of acts) {
            if (one === "undo") sheet.undo();
            else if ("remove" in one) sheet.remove(one.remove);
            else if ("fill" in one) sheet.fill([{ column: one.fill, value: one.value, sameFaultAs: null }]);
            else sheet.edit(one.row, one.column, one.value);
          }
          const [, ...records] = [...sheet.records()];
          const fresh = sheetOf(records, COLUMNS);
          const codes = (table: Sheet) =>
            table.rows(0, 9).map(({ faults }) => faults.map(({ code }) => code));
          expect(codes(sheet)).toEqual(codes(fresh));
          expect(sheet.state).toMatchObject({ rows: fresh.state.rows, faulty: fresh.state.faulty });
        },
      ),
    );
  });
});
