import { expect, test } from "vitest";
import { EXCEL } from "#app/domain/csv-format.ts";
import { csvFile } from "./csv-download.server.ts";

async function partsOf(file: AsyncGenerator<string>): Promise<string[]> {
  const parts: string[] = [];
  for await (const part of file) parts.push(part);
  return parts;
}

test("a CSV file begins with the byte order mark and its heading, also without rows", async () => {
  expect(await partsOf(csvFile(["a", "b"], [], () => null))).toEqual(["\ufeffa,b\r\n"]);
  expect(await partsOf(csvFile(null, [["1,5", "x"]], (cells) => cells, EXCEL))).toEqual(["\ufeff1,5;x\r\n"]);
});

test("a row without cells is left out of a CSV file", async () => {
  const file = csvFile(["n"], [1, 2, 3], (n) => (n === 2 ? null : [String(n)]));
  expect(await partsOf(file)).toEqual(["\ufeffn\r\n1\r\n3\r\n"]);
});

test("a long CSV file is made in parts, and reads no more rows than its next part needs", async () => {
  let read = 0;
  async function* rows() {
    for (; read < 100; read++) yield "x".repeat(10_000);
  }
  const file = csvFile(null, rows(), (text) => [text]);
  await file.next();
  expect(read).toBeLessThan(10);
  const rest = await partsOf(file);
  expect(rest.length).toBeGreaterThan(5);
  expect(read).toBe(100);
});
