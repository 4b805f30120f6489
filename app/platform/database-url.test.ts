import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { unencryptedHost } from "./database-url.server.ts";
import { EnvError, parseEnv } from "./env.server.ts";

const folder = mkdtempSync(path.join(tmpdir(), "second-serve-database-url-"));
const noCertificate = path.join(folder, "ca.crt");
writeFileSync(noCertificate, "");
afterAll(() => rmSync(folder, { recursive: true }));

function faultsOf(parameters: string): string[] {
  try {
    parseEnv({
      DATABASE_URL: `postgresql://shop:hunter2@db/shop?${parameters}`,
      AUTH_SECRET: "0123456789abcdef0123456789abcdef",
    });
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.faults;
    throw error;
  }
}

test.each([
  "",
  "sslmode=verify-full",
  "sslmode=disable",
  "host=/var/run/postgresql",
  "statement_timeout=60000&query_timeout=65000",
])("DATABASE_URL may have the parameters %j", (parameters) => {
  expect(faultsOf(parameters)).toEqual([]);
});

const MODE = "must have sslmode=verify-full, which encrypts and checks the certificate, or sslmode=disable";

// Each of these would check less than it says, or than it does today when the driver has its next version.
test.each([
  ["sslmode=require", MODE],
  ["sslmode=verify-ca", MODE],
  ["sslmode=prefer", MODE],
  ["sslmode=no-verify", MODE],
  ["sslmode=verify_full", MODE],
  ["sslmode=", MODE],
  ["sslmode=verify-full&sslmode=require", MODE],
  ["ssl_mode=verify-full", "has parameters that mean nothing here: ssl_mode."],
  ["ssl=true", "has parameters that mean nothing here: ssl."],
  ["uselibpqcompat=true&sslmode=verify-full", "has parameters that mean nothing here: uselibpqcompat."],
  ["sslmode=verify-full&channel_binding=require", "has parameters that mean nothing here: channel_binding."],
  ["application_name=shop", "has parameters that mean nothing here: application_name."],
  [`sslrootcert=${noCertificate}`, "must have sslmode=verify-full, because it has sslrootcert."],
  [
    `sslmode=disable&sslrootcert=${noCertificate}`,
    "must have sslmode=verify-full, because it has sslrootcert.",
  ],
  [
    `sslmode=verify-full&sslrootcert=${noCertificate}`,
    "must have a sslrootcert that can be read, and this cannot (it has no certificate):",
  ],
  [
    "sslmode=verify-full&sslrootcert=/none/ca.crt",
    "must have a sslrootcert that can be read, and this cannot (ENOENT): /none/ca.crt.",
  ],
  [
    "sslmode=verify-full&sslrootcert=system",
    "must have a sslrootcert that can be read, and this cannot (ENOENT): system.",
  ],
  ["sslmode=verify-full&sslkey=/none/key", "must have a sslkey that can be read"],
])("DATABASE_URL with %j is refused at the start: %s", (parameters, fault) => {
  const faults = faultsOf(parameters);
  expect(faults).toEqual([expect.stringContaining(`DATABASE_URL ${fault}`)]);
  expect(faults[0]).not.toContain("hunter2");
});

test.each([
  ["postgresql://shop@10.0.0.5/shop", "10.0.0.5"],
  ["postgresql://shop@localhost/shop", "localhost"],
  ["postgresql://shop@10.0.0.5/shop?sslmode=disable", undefined],
  ["postgresql://shop@10.0.0.5/shop?sslmode=verify-full", undefined],
  ["postgresql://shop@localhost/shop?host=/run/postgresql", undefined],
  ["postgresql://shop@localhost/shop?host=db.internal", "db.internal"],
  ["postgresql:///shop", undefined],
])("of %s, connections are not encrypted to %s", (url, host) => {
  expect(unencryptedHost(url)).toBe(host);
});
