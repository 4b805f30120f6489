import { expect, test } from "vitest";
import { FileRefused } from "./file-fault.ts";
import { readCsv } from "./read.ts";
import { type Encoding, encodingOf, type Separator } from "./sniff.ts";

async function* piecesOf(bytes: Uint8Array, size = 64): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const utf8 = (text: string) => new TextEncoder().encode(text);

/** All rows of a file, by the number that each has in it; or the fault. */
async function read(file: string | Uint8Array, separator?: Separator) {
  const bytes = typeof file === "string" ? utf8(file) : file;
  const encoding: Encoding = await encodingOf(piecesOf(bytes));
  const rows: [number, ...string[]][] = [];
  try {
    for await (const batch of readCsv(piecesOf(bytes), { encoding, separator }))
      for (const { number, cells } of batch) rows.push([number, ...cells]);
  } catch (error) {
    if (error instanceof FileRefused) return error.row === null ? error.fault : [error.fault, error.row];
    throw error;
  }
  return rows;
}

const HEADING = [1, "name", "price", "type"];

test("cells in quotation marks hold separators, line ends and quotation marks", async () => {
  const file = 'name,price,type\r\n"Blade, ""98""\r\nv8",100,racket\r\n';
  expect(await read(file)).toEqual([HEADING, [2, 'Blade, "98"\r\nv8', "100", "racket"]]);
});

test("the heading shows what the cells are apart by", async () => {
  for (const separator of [",", ";", "\t", "|"])
    expect(await read(["name,price,type", "Blade,100,racket"].join("\n").replaceAll(",", separator))).toEqual(
      [HEADING, [2, "Blade", "100", "racket"]],
    );
  expect(await read("sep=;\nname;price;type\nBlade;12,50;racket")).toEqual([
    HEADING,
    [2, "Blade", "12,50", "racket"],
  ]);
});
