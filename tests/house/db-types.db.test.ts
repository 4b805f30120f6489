// The generated row types match the database. What is kept only for servers of the version before is left out of them.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { root } from "./source.ts";

const GENERATOR = "node_modules/kysely-codegen/dist/cli/bin.js";
const KEPT_COLUMN = / {2}\/\*\*\n {3}\* Only for the version before\b.*\n {3}\*\/\n.*\n/g;
const LEFT_OUT = "(migrations|deal_further_items)";

const database = openDatabase();

// `npm run db:types` runs this test with --update, which writes the file instead of comparing it.
test("app/platform/db-types.ts matches the migrated database: otherwise run npm run db:types [A3.1 A3.3 A3.4 A3.6 A3.7 M3.1 M3.17 M3.22]", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [GENERATOR, "--url", database.url, "--print", "--exclude-pattern", LEFT_OUT],
    {
      cwd: root,
    },
  );
  await expect(`${stdout.trim().replaceAll(KEPT_COLUMN, "")}\n`).toMatchFileSnapshot(
    path.join(root, "app/platform/db-types.ts"),
  );
});
