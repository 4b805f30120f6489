// The row types that the code is compiled with are those of the database that it runs on.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { read, root } from "./source.ts";

let url: string;

beforeAll(async () => {
  ({ url } = await testDatabase());
});

test("app/platform/db-types.ts is what the migrated database says: else run npm run db:types", async () => {
  const generator = "node_modules/kysely-codegen/dist/cli/bin.js";
  const { stdout } = await promisify(execFile)(process.execPath, [generator, "--url", url, "--print"], {
    cwd: root,
  });
  expect(stdout.trim()).toBe(read("app/platform/db-types.ts").trim());
});
