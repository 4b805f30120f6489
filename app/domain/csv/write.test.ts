import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EXCEL, numberCell, PLAIN } from "../csv-format.ts";
import { readCsv } from "./read.ts";
import { CSV_START, csvLine, escapeFormula, unescapeFormula } from "./write.ts";

const SIGNS = ["=", "+", "-", "@", "＝", "'", "\t", "\r", "\n", '"', ",", ";", " ", "a", "é", "🎾", "1"];
const cell = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...SIGNS), { maxLength: 8 }).map((signs) => signs.join("")),
  },
  fc.string({ unit: "grapheme" }),
);

describe("a cell that a spreadsheet would run as a formula", () => {
  test("is escaped, and read back unchanged [V1.1.2]", () => {
    for (const formula of ["=1+1", "+31 6", "-5", "@SUM(A1)", "\t=1", "\r=1", "＝1", "'=1", "''-5"]) {
      expect(escapeFormula(formula)).toBe(`'${formula}`);
      expect(unescapeFormula(escapeFormula(formula))).toBe(formula);
    }
    for (const other of ["", "5", "a=b", "'", "'tis", "1-2", " =1"]) expect(escapeFormula(other)).toBe(other);
  });

  test("never begins like a formula once it is escaped, and different cells stay different", () => {
    fc.assert(
      fc.property(cell, cell, (one, other) => {
        expect(escapeFormula(one)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
        expect(unescapeFormula(escapeFormula(one))).toBe(one);
        expect(escapeFormula(one) === escapeFormula(other)).toBe(one === other);
      }),
      { numRuns: 1000 },
    );
  });

  test("is escaped inside quotation marks too", () => {
    expect(csvLine(['=1,"2"', "a"])).toBe(`"'=1,""2""",a\r\n`);
  });
});

describe("a CSV format", () => {
  test("needs no quotation marks around numbers, because its separator differs from its decimal sign", () => {
    const cells = (format: typeof PLAIN) => [
      numberCell("1189.50", format),
      numberCell("98", format),
      "a;b",
      "a,b",
    ];
    expect(csvLine(cells(PLAIN), PLAIN)).toBe('1189.50,98,"a;b","a,b"\r\n');
    expect(csvLine(cells(EXCEL), EXCEL)).toBe('1189,50;98;"a;b";a,b\r\n');
  });
});

async function* piecesOf(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, nth = 0; at < bytes.length; nth += 1) {
    const size = sizes[nth % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

test.each([PLAIN, EXCEL])(
  "a file with the separator $separator is read back unchanged, for any cells and any sizes of its chunks",
  async (format) => {
    const rows = fc
      .array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 10 })
      .filter((all) => all.every((row) => row.some((text) => text.trim() !== "")));
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
        async (written, sizes) => {
          const bytes = new TextEncoder().encode(
            CSV_START + written.map((cells) => csvLine(cells, format)).join(""),
          );
          const read: (readonly string[])[] = [];
          for await (const batch of readCsv(piecesOf(bytes, sizes), {
            encoding: "utf-8",
            separator: format.separator,
          }))
            read.push(...batch.map(({ cells }) => cells));
          expect(read).toEqual(written);
        },
      ),
    );
  },
);
