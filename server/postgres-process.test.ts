import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { lastWords } from "./postgres-process.ts";

test("the reason why PostgreSQL does not start is found after older messages that are not ASCII", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "second-serve-test-"));
  const log = path.join(folder, "postgres.log");
  const older = "DETAIL:  Key (name)=(Müller) already exists.\n".repeat(500);
  writeFileSync(log, `${older}2026-11-26 UTC FATAL:  could not open the lock file\n`);
  expect(lastWords(log, Buffer.byteLength(older))).toBe("could not open the lock file");
  rmSync(folder, { recursive: true });
});
