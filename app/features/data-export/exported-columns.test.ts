import { expect, test } from "vitest";
import { read } from "#tests/house/source.ts";
import { exportedColumns } from "./exported-columns.ts";
import { RETENTION } from "./retention.server.ts";
import type { RetentionRule } from "./retention-rule.ts";

const types = read("app/platform/db-types.ts");
const columnsOf = (name: string) => {
  const [, body = ""] = new RegExp(`export interface ${name} \\{([\\s\\S]*?)\\n\\}`).exec(types) ?? [];
  return [...body.matchAll(/^ {2}(\w+): (\w+)/gm)].map(([, column = "", type = ""]) => ({ column, type }));
};

test("each column of a table is exported, or left out by name [V14.2.4]", () => {
  const tables = columnsOf("DB").map(({ column: table, type }) => {
    const rule = (RETENTION as Readonly<Record<string, RetentionRule>>)[table];
    const columns = columnsOf(type).map(({ column }) => column);
    if (!rule || !("field" in rule)) return { table, columns: [], decided: [...exportedColumns(table)] };
    const leftOut = [...Object.keys(rule.onDelete ?? {}), ...(rule.without ?? []), rule.inside?.by];
    // Columns that no program uses any more have no type (db/migrations); they stay left out.
    const stillStored = leftOut.filter((column) => column !== undefined && columns.includes(column));
    return { table, columns, decided: [...new Set(stillStored), ...exportedColumns(table)] };
  });
  expect(tables.length).toBeGreaterThan(50);
  for (const { table, columns, decided } of tables) expect(decided.sort(), table).toEqual(columns.sort());
});
