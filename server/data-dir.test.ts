import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDataDir, persistentSecret, takeLock } from "./data-dir.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-data-dir-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a lock has one holder until it is released", () => {
  const file = path.join(folder, "lock");
  const first = takeLock(file);
  expect(takeLock(file)).toBeUndefined();
  first?.release();
  const next = takeLock(file);
  expect(next).toBeDefined();
  next?.release();
});

test("a missing folder is created, and belongs to one server", () => {
  const dataDir = path.join(folder, "deep", "data");
  const lock = openDataDir(dataDir);
  expect(() => openDataDir(dataDir)).toThrow(
    /^Second Serve is already running on .*deep\/data \(process \d+\): /,
  );
  lock.release();
});

test("a folder that cannot be used is reported in a sentence", () => {
  expect(() => openDataDir("/dev/null/data")).toThrow(
    /^The data folder \/dev\/null\/data cannot be written \(ENOTDIR.*\): set DATA_DIR to one that can\.$/,
  );
});

test("a secret is created once, is long, and can be read by its owner only [V11.5.1 V13.2.3]", () => {
  const secret = persistentSecret(folder, "auth-secret");
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(persistentSecret(folder, "auth-secret")).toBe(secret);
  expect(persistentSecret(folder, "another")).not.toBe(secret);
  expect(statSync(path.join(folder, "auth-secret")).mode & 0o777).toBe(0o600);
  expect(readFileSync(path.join(folder, "auth-secret"), "utf8")).toBe(`${secret}\n`);
});
