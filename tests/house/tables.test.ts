// Law 22 of docs/laws.md: each table has one owner, and a table is used as a module is imported.
import { describe, expect, test } from "vitest";
import { graphOf, ordered } from "./cycles.ts";
import { appSources, failureText, parseText, read, type Source, source } from "./source.ts";
import { OWNERS } from "./table-owners.ts";
import { tableUses } from "./table-uses.ts";

const owners = new Map(
  Object.entries(OWNERS).flatMap(([owner, names]) =>
    names.split(/\s+/).map((table) => [table, owner] as const),
  ),
);
const tables = new Set(owners.keys());

const unitOf = (file: string) =>
  file.startsWith("app/platform/") ? "platform" : /^app\/features\/([^/]+)\//.exec(file)?.[1];

/** The uses of the tables of other features. Those of the platform are open to all. */
function foreignUses(from: Source) {
  const unit = unitOf(from.file);
  return tableUses(from, tables).flatMap((use) => {
    const owner = owners.get(use.table) ?? "";
    return unit === undefined || owner === unit || owner === "platform"
      ? []
      : [{ ...use, unit, owner, file: from.file }];
  });
}

const all = appSources.map(source);
const foreign = all.flatMap(foreignUses);
const imports = all.flatMap(({ file, imports }) =>
  imports.flatMap(({ target }) => {
    const [from, to] = [unitOf(file), target === null ? undefined : unitOf(target)];
    return from && to && from !== to ? [[from, to] as const] : [];
  }),
);

describe("tables", () => {
  test("have one owner each", () => {
    const [, body = ""] = /export interface DB \{([\s\S]*?)\n\}/.exec(read("app/platform/db-types.ts")) ?? [];
    const stored = [...body.matchAll(/^ {2}(\w+):/gm)].map(([, table = ""]) => table);
    expect([...tables].sort()).toEqual(stored.sort());
    const named = Object.values(OWNERS).flatMap((names) => names.split(/\s+/));
    expect(named).toHaveLength(tables.size);
  });

  test("are written by their owner only", () => {
    const found = foreign
      .filter(({ writes }) => writes)
      .map(({ file, line, table, owner }) => `${file}:${line} writes ${table}, which is of ${owner}`);
    expect(failureText("Call a function of the owner, or insert a fragment that it exports.", found)).toBe(
      "",
    );
  });

  test("are read in the direction of the imports: no feature reads a table of a feature above it", () => {
    const edges = [...imports, ...foreign.map(({ unit, owner }) => [unit, owner] as const)];
    const { cycles } = ordered(graphOf(edges));
    const shortest = cycles.sort((one, other) => one.length - other.length).slice(0, 10);
    const found = shortest.map((cycle) => {
      const steps = cycle.slice(0, -1).map((from, at) => {
        const use = foreign.find(({ unit, owner }) => unit === from && owner === cycle[at + 1]);
        return use ? `${use.file}:${use.line} ${use.table}` : "import";
      });
      return `${cycle.join(" -> ")}: ${steps.join(", ")}`;
    });
    expect(failureText("Ask a function of the lower feature, or let the upper one read both.", found)).toBe(
      "",
    );
  });

  test("are found in SQL and in Kysely", () => {
    const uses = (text: string) =>
      tableUses(parseText("app/features/a/b.server.ts", text), tables).map(({ table, writes }) =>
        writes ? `${table}!` : table,
      );
    expect(uses("sql`select from deals d join offers on true, photos for update`")).toEqual([
      "deals",
      "offers",
      "photos",
    ]);
    expect(
      uses("sql`with a as (insert into deals select from offers on conflict do update set x = 1) select`"),
    ).toEqual(["deals!", "offers"]);
    expect(uses("sql`update ${sql.table(definition.plural)} set x = 1`")).toContain("listings!");
    expect(uses('db().selectFrom("deals as deal").innerJoin("offers", "a", "b")').sort()).toEqual([
      "deals",
      "offers",
    ]);
    expect(uses('trx.updateTable("deals").set({}); trx.deleteFrom("offers")').sort()).toEqual([
      "deals!",
      "offers!",
    ]);
    expect(uses("`a page from deals`")).toEqual(["deals"]);
  });
});
