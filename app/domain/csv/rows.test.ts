import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_ROW_LENGTH, RowReader, UnterminatedRow } from "./rows.ts";
import { unescapeFormula } from "./write.ts";

const SEPARATORS = [",", ";", "\t", "|"];
const LINE_ENDS = ["\n", "\r\n", "\r"];

function read(pieces: readonly string[], separator: string) {
  const reader = new RowReader(separator);
  try {
    return [...pieces.flatMap((piece) => reader.read(piece)), ...reader.end()];
  } catch (error) {
    if (error instanceof UnterminatedRow) return { number: error.number };
    throw error;
  }
}

const cellsOf = (text: string, separator: string) => {
  const rows = read([text], separator);
  return Array.isArray(rows) ? rows.map(({ cells }) => cells) : rows;
};

/** Texts full of special characters. */
const SIGNS = ["a", "é", "🎾", " ", '"', ",", ";", "\t", "|", "\n", "\r", "\r\n", "'", "=", "-1"];
const troubled = fc.array(fc.constantFrom(...SIGNS), { maxLength: 40 }).map((signs) => signs.join(""));
const cell = fc.oneof({ weight: 4, arbitrary: troubled }, fc.string({ unit: "grapheme" }));
const rowsOfCells = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 });

const cut = (text: string) =>
  fc.array(fc.nat({ max: text.length }), { maxLength: 10 }).map((places) => {
    const ends = [...places, 0, text.length].sort((one, other) => one - other);
    return ends.slice(1).map((end, at) => text.slice(ends[at], end));
  });

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const isBlank = (row: readonly string[]) => row.every((cell) => cell.trim() === "");

describe("the parser of rows", () => {
  const written = fc
    .tuple(rowsOfCells, fc.constantFrom(...SEPARATORS), fc.constantFrom(...LINE_ENDS), fc.boolean())
    .map(([rows, separator, lineEnd, isEnded]) => {
      const lines = rows.map((row) => row.map(quoted).join(separator));
      return { rows, separator, text: lines.join(lineEnd) + (isEnded ? lineEnd : "") };
    });

  test("reads back what was written, with any separator and line end", () => {
    fc.assert(
      fc.property(written, ({ rows, separator, text }) => {
        const expected = rows.map((row) => row.map(unescapeFormula)).filter((row) => !isBlank(row));
        expect(cellsOf(text, separator)).toEqual(expected);
      }),
    );
  });

  test("agrees with the library csv-parse [M5.31]", () => {
    const plain = fc.stringMatching(/^[a-z0-9 .'=-]{0,8}$/);
    const mixed = fc.array(fc.array(fc.oneof(cell.map(quoted), plain), { minLength: 1, maxLength: 5 }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        mixed,
        fc.constantFrom(...SEPARATORS),
        fc.constantFrom(...LINE_ENDS),
        (rows, separator, lineEnd) => {
          const text = rows.map((row) => row.join(separator)).join(lineEnd);
          const oracle = parse(text, {
            delimiter: separator,
            record_delimiter: [lineEnd],
            relax_column_count: true,
            skip_empty_lines: true,
          }) as string[][];
          const expected = oracle.map((row) => row.map(unescapeFormula)).filter((row) => !isBlank(row));
          expect(cellsOf(text, separator)).toEqual(expected);
        },
      ),
    );
  });

  test("gives the same result however the text is split into chunks", () => {
    fc.assert(
      fc.property(
        troubled.chain((text) => fc.tuple(fc.constant(text), cut(text))),
        fc.constantFrom(...SEPARATORS),
        ([text, pieces], separator) => {
          expect(read(pieces, separator)).toEqual(read([text], separator));
        },
      ),
      { numRuns: 500 },
    );
  });

  test("reads on from the place of any row", () => {
    fc.assert(
      fc.property(troubled, fc.constantFrom(...SEPARATORS), (text, separator) => {
        const rows = read([text], separator);
        if (!Array.isArray(rows)) return;
        for (const [at, row] of rows.entries()) {
          const reader = new RowReader(separator, row);
          expect([...reader.read(text.slice(row.start)), ...reader.end()]).toEqual(rows.slice(at));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("rows of real files", () => {
  test("may have quotation marks inside unquoted cells, spaces before quoted cells, and text after them", () => {
    expect(cellsOf('Racket 27", used,1\n', ",")).toEqual([['Racket 27"', " used", "1"]]);
    expect(cellsOf('a, "b, c" ,d\n', ",")).toEqual([["a", "b, c ", "d"]]);
    expect(cellsOf('"27" frame",x\n', ",")).toEqual([['27 frame"', "x"]]);
  });

  test("are counted but skipped when they are empty or have only separators", () => {
    expect(read(["a\n\n  \nb,c\n,,\r\n\r\nd"], ",")).toEqual([
      { number: 1, start: 0, cells: ["a"] },
      { number: 4, start: 6, cells: ["b", "c"] },
      { number: 7, start: 16, cells: ["d"] },
    ]);
  });

  test("may have different line ends in one file", () => {
    expect(cellsOf("a\rb\r\nc\nd", ",")).toEqual([["a"], ["b"], ["c"], ["d"]]);
  });
});

describe("a row that is too long", () => {
  const piece = "x".repeat(MAX_ROW_LENGTH / 2);

  test("loses its cells from the one that is too long, and no other row", () => {
    expect(read(["a,", piece, piece, piece, ",b\nc"], ",")).toEqual([
      { number: 1, start: 0, cells: ["a"], oversized: true },
      { number: 2, start: 3 * piece.length + 5, cells: ["c"] },
    ]);
    const quoted = read(['a\n"', piece, piece, piece, '",b\n"c"'], ",");
    expect(Array.isArray(quoted) && quoted.map(({ cells, oversized }) => ({ cells, oversized }))).toEqual([
      { cells: ["a"] },
      { cells: [], oversized: true },
      { cells: ["c"] },
    ]);
  });

  test("may have too many cells", () => {
    const commas = ",".repeat(MAX_ROW_LENGTH);
    const rows = read(["a\n", commas, commas, "\nb"], ",");
    expect(Array.isArray(rows) && rows.map(({ number, oversized = false }) => [number, oversized])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
  });

  test("can be caused by a quotation mark that is left open", () => {
    expect(read(['a\nb\n"', piece, piece, piece], ",")).toEqual({ number: 3 });
    expect(read(['a\n"b,c\nd,e\n'], ",")).toEqual({ number: 2 });
  });

  test("is distinguished from a row of the maximum length", () => {
    expect(read([piece.slice(1), piece], ",")).toEqual([
      { number: 1, start: 0, cells: [piece.slice(1) + piece] },
    ]);
  });
});
