import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FileRefused, MAX_FILE_BYTES, MAX_FILE_ROWS } from "./file-fault.ts";
import { readCsv } from "./read.ts";
import { MAX_ROW_LENGTH } from "./rows.ts";
import { type Encoding, encodingOf, type Separator } from "./sniff.ts";

async function* piecesOf(bytes: Uint8Array, size = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const utf8 = (text: string) => new TextEncoder().encode(text);
async function gzipped(content: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([content]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
const KNOWN = ["name", "price", "type", "naam", "prijs", "soort"];
const recognized = (heading: readonly string[]) => heading.filter((name) => KNOWN.includes(name)).length;
const latin = (text: string) => Uint8Array.from(text, (sign) => (sign === "€" ? 0x80 : sign.charCodeAt(0)));

type Chunks = () => AsyncIterable<Uint8Array>;

/** The cells of each row, after its number; or the fault for which the file is refused. */
async function read(file: string | Uint8Array | Chunks, separator?: Separator) {
  const bytes = typeof file === "string" ? utf8(file) : file;
  const chunks = bytes instanceof Uint8Array ? () => piecesOf(bytes) : bytes;
  const encoding: Encoding = await encodingOf(bytes instanceof Uint8Array ? chunks() : piecesOf(utf8("")));
  const rows: (readonly (string | number)[])[] = [];
  try {
    for await (const batch of readCsv(chunks(), { encoding, separator, recognized }))
      for (const { number, cells } of batch) rows.push([number, ...cells]);
  } catch (error) {
    if (error instanceof FileRefused) return { fault: error.fault, row: error.row };
    throw error;
  }
  return rows;
}

const HEADING = [1, "name", "price", "type"];
const LINES = "name,price,type\nBlade,100,racket\n";

describe("the reader of a stock file", () => {
  test("reads quoted cells that contain separators, line ends and quotation marks", async () => {
    const file = 'name,price,type\r\n"Blade, ""98""\r\nv8",100,racket\r\n';
    expect(await read(file)).toEqual([HEADING, [2, 'Blade, "98"\r\nv8', "100", "racket"]]);
  });

  test("detects the separator from the heading: comma, semicolon, tab or |", async () => {
    for (const separator of [",", ";", "\t", "|"])
      expect(await read(LINES.replaceAll(",", separator))).toEqual([HEADING, [2, "Blade", "100", "racket"]]);
    const decimal = 'naam;prijs;soort;"a,b,c,d,e"\nBlade;12,50;racket;x\n';
    expect(await read(decimal)).toEqual([
      [1, "naam", "prijs", "soort", "a,b,c,d,e"],
      [2, "Blade", "12,50", "racket", "x"],
    ]);
  });

  test('reads the separator from a first line "sep=;", which some spreadsheets write', async () => {
    expect(await read("sep=;\r\nname;price;type\r\nBlade;12,50;racket")).toEqual([
      HEADING,
      [2, "Blade", "12,50", "racket"],
    ]);
  });

  test("uses a given separator instead of the detected one", async () => {
    expect(await read("a;b,c\nd;e,f\n", ",")).toEqual([
      [1, "a;b", "c"],
      [2, "d;e", "f"],
    ]);
  });

  test("ignores a byte order mark", async () => {
    expect(await read(`\ufeff${LINES}`)).toEqual([HEADING, [2, "Blade", "100", "racket"]]);
  });

  test("numbers rows as a spreadsheet does: empty lines have numbers, but are skipped", async () => {
    expect(await read("\n\nname,price,type\n\n,,\nBlade,100,racket\n\n")).toEqual([
      [3, "name", "price", "type"],
      [6, "Blade", "100", "racket"],
    ]);
  });

  test("keeps rows that have fewer or more cells than the heading", async () => {
    expect(await read("name,price,type\nBlade\nPro,1,bag,,\n")).toEqual([
      HEADING,
      [2, "Blade"],
      [3, "Pro", "1", "bag", "", ""],
    ]);
  });
});

describe("the encoding of a stock file", () => {
  const text = "name,price,type\nFilet à bretelles für Größe 4,€ 12,ball\n";
  const expected = [HEADING, [2, "Filet à bretelles für Größe 4", "€ 12", "ball"]];

  test("is UTF-8 when all of it is valid, otherwise Windows-1252", async () => {
    expect(await encodingOf(piecesOf(utf8(text), 1))).toBe("utf-8");
    expect(await read(utf8(text))).toEqual(expected);
    expect(await encodingOf(piecesOf(latin(text), 1))).toBe("windows-1252");
    expect(await read(latin(text))).toEqual(expected);
    // A letter that is cut by the end of the file is not valid UTF-8.
    expect(await encodingOf(piecesOf(utf8("é").subarray(0, 1)))).toBe("windows-1252");
  });

  test("may be UTF-16, which Excel calls Unicode text", async () => {
    const wide = Uint8Array.from(Buffer.from(`\ufeff${text.replaceAll(",", "\t")}`, "utf16le"));
    expect(await encodingOf(piecesOf(wide, 1))).toBe("utf-16le");
    expect(await read(wide)).toEqual(expected);
    const swapped = Uint8Array.from(Buffer.from(wide).swap16());
    expect(await encodingOf(piecesOf(swapped, 1))).toBe("utf-16be");
    expect(await read(swapped)).toEqual(expected);
  });

  test("is detected regardless of the size of the chunks", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (bytes, size) => {
          expect(await encodingOf(piecesOf(bytes, size))).toBe(await encodingOf(piecesOf(bytes)));
        },
      ),
    );
  });
});

function endless(text: string): Chunks {
  const chunk = utf8(text.repeat(Math.ceil(100_000 / text.length)));
  return async function* () {
    for (;;) yield chunk;
  };
}

function headed(text: string): Chunks {
  return async function* () {
    yield utf8("name,price,type\n");
    yield* endless(text)();
  };
}

describe("a stock file is refused", () => {
  test.each([
    ["nothing", "empty", ""],
    ["a byte order mark", "empty", "\ufeff"],
    ["empty lines", "empty", "\r\n\r\n  \n"],
    ["separators", "empty", ",,,\n,,,\n"],
    ["a heading", "no_rows", "name,price,type\n\n,,\n"],
  ])("when its whole content is %s", async (_, fault, file) => {
    expect(await read(file)).toEqual({ fault, row: null });
  });

  test("when it is a workbook or an archive", async () => {
    const zip = Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0]);
    expect(await read(zip)).toEqual({ fault: "zip", row: null });
    expect(await read(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))).toEqual({
      fault: "spreadsheet",
      row: null,
    });
    expect(await read(await gzipped(LINES))).toEqual({ fault: "gzip", row: null });
  });

  test("when it is a gzip file, here one that would unpack to 20 MB [V5.2.2 V5.2.3]", async () => {
    const bomb = await gzipped(new Uint8Array(20_000_000));
    expect(await read(bomb)).toEqual({ fault: "gzip", row: null });
  });

  test("when it is binary, at its beginning or later", async () => {
    expect(await read(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))).toEqual({
      fault: "binary",
      row: null,
    });
    expect(await read("%PDF-1.7 and more")).toEqual({ fault: "binary", row: null });
    expect(await read(`${LINES.repeat(9000)}${"\0".repeat(9000)}`)).toEqual({ fault: "binary", row: null });
  });

  test("when its heading never ends, and the reader stops within this line", async () => {
    expect(await read(endless("x"))).toEqual({ fault: "endless_line", row: 1 });
  });

  test("when a quotation mark is never closed", async () => {
    expect(await read('name,price,type\nBlade,1,bag\n"Pro,1,bag\nA,1,bag\n')).toEqual({
      fault: "quotes",
      row: 3,
    });
    const swallowed = "Blade,1,bag\n".repeat(100_000);
    expect(await read(`name,price,type\n"${swallowed}`)).toEqual({ fault: "quotes", row: 2 });
  });

  test("when it has too many bytes, and the remaining ones are not read", async () => {
    const long = `"${"x".repeat(20_000)}",1,bag\n`;
    let bytes = 0;
    const file = await read(async function* () {
      for await (const chunk of headed(long)()) {
        bytes += chunk.length;
        yield chunk;
      }
    });
    expect(file).toEqual({ fault: "too_large", row: null });
    expect(bytes).toBeLessThan(MAX_FILE_BYTES + 200_000);
  }, 30_000);

  test("when it has one row too many", async () => {
    expect(await read(headed("Blade,1,bag\n"))).toEqual({ fault: "too_many_rows", row: null });
    const full = `name,price,type\n${"a,1,bag\n".repeat(MAX_FILE_ROWS)}`;
    expect(await read(full)).toHaveLength(MAX_FILE_ROWS + 1);
    expect(await read(`${full}b,1,bag`)).toEqual({ fault: "too_many_rows", row: null });
  }, 30_000);
});

test("a file of 50 MB is read with at most a chunk, a row and 128 KB in memory", async () => {
  const row = "Long text, ".repeat(180);
  const line = utf8(`"${row}",1,bag\n`);
  const chunk = new Uint8Array(line.length * 100);
  for (let nth = 0; nth < 100; nth += 1) chunk.set(line, nth * line.length);
  let sent = 0;
  let taken = 0;
  let rows = 0;
  let most = 0;
  async function* file() {
    yield utf8("name,price,type\n");
    while (sent + chunk.length < MAX_FILE_BYTES - 100) {
      sent += chunk.length;
      yield chunk;
    }
  }
  for await (const batch of readCsv(file(), { encoding: "utf-8" })) {
    rows += batch.length;
    const length = batch.reduce((sum, { cells }) => sum + cells.join(",").length, 0);
    taken += length;
    most = Math.max(most, length, sent - taken - rows * (line.length - row.length - 6));
  }
  expect(sent).toBeGreaterThan(MAX_FILE_BYTES - 2 * chunk.length);
  expect(rows).toBe(sent / line.length + 1);
  expect(most).toBeLessThan(chunk.length + 2 * 64 * 1024 + MAX_ROW_LENGTH);
}, 30_000);
