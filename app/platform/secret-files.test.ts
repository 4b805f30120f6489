import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { EnvError, parseEnv } from "./env.server.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const folder = mkdtempSync(path.join(tmpdir(), "second-serve-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

function secretFile(content: string): string {
  const file = path.join(folder, `secret-${content.length}`);
  writeFileSync(file, content);
  return file;
}

function faultsOf(source: Record<string, string>): string[] {
  try {
    parseEnv(source);
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.faults;
    throw error;
  }
}

test.each(["", "\n", "\r\n", "\n\n"])("a secret is read from the file, without %j at its end", (end) => {
  expect(parseEnv({ AUTH_SECRET_FILE: secretFile(`${SECRET} ${end}`) }).authSecret).toBe(`${SECRET} `);
});

test("an address with a secret is read from its file, and checked as any other", () => {
  const file = secretFile("postgresql://shop:secret@db/shop\n");
  expect(parseEnv({ DATABASE_URL_FILE: file, AUTH_SECRET: SECRET })).toMatchObject({
    databaseUrl: "postgresql://shop:secret@db/shop",
    embedded: false,
  });
  expect(faultsOf({ STORAGE_URL_FILE: file })).toEqual([
    "STORAGE_URL must look like file:///var/photos or s3://key:secret@host/bucket.",
  ]);
});

test("both forms together are one fault, and of two empty ones none is set", () => {
  const file = secretFile(SECRET);
  expect(faultsOf({ METRICS_TOKEN: SECRET, METRICS_TOKEN_FILE: file })).toEqual([
    "METRICS_TOKEN and METRICS_TOKEN_FILE are both set: leave one out.",
  ]);
  expect(parseEnv({ METRICS_TOKEN: "", METRICS_TOKEN_FILE: file }).metricsToken).toBe(SECRET);
  expect(parseEnv({ METRICS_TOKEN: SECRET, METRICS_TOKEN_FILE: "" }).metricsToken).toBe(SECRET);
  expect(parseEnv({ METRICS_TOKEN: "", METRICS_TOKEN_FILE: "" }).metricsToken).toBeUndefined();
});

test.each([
  ["missing", () => path.join(folder, "missing"), "must name a file that can be read (ENOENT"],
  ["a folder", () => folder, "must name a file that can be read (EISDIR"],
  ["empty", () => secretFile(""), "names a file that is empty."],
  ["only a line break", () => secretFile("\n"), "names a file that is empty."],
])("a file that is %s is one fault, also of a secret that is required", (_, file, fault) => {
  const faults = faultsOf({ DATABASE_URL: "postgresql://db/shop", AUTH_SECRET_FILE: file() });
  expect(faults).toEqual([expect.stringContaining(`AUTH_SECRET_FILE ${fault}`)]);
});
