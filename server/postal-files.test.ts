import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { textsOf } from "./postal-files.ts";

test("a text file of Pakistan begins with PK as a .zip does, and is read as text", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "second-serve-test-"));
  const file = path.join(folder, "PK.txt");
  writeFileSync(file, "PK\t44000\tIslamabad\n");
  const lines: string[] = [];
  for await (const text of textsOf(file)) for await (const part of text.lines()) lines.push(...part.lines);
  expect(lines).toEqual(["PK\t44000\tIslamabad", ""]);
  rmSync(folder, { recursive: true });
});
