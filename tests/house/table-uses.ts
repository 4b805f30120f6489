// Finds the tables that a file reads and writes, in SQL and in calls of Kysely.
import type { ESTree } from "vite";
import { type Source, walk } from "./source.ts";

export interface TableUse {
  readonly table: string;
  readonly writes: boolean;
  readonly line: number;
}

const WRITING = /^(insertInto|updateTable|deleteFrom|mergeInto)$/;
const READING = /^(selectFrom|from|using|table|\w*[jJ]oin(Lateral)?)$/;
const WRITES =
  /\b(?:insert into|(?<!\b(?:for|do|key) )update|delete from|merge into)\s+(?:only\s+)?([a-z_]+)/gi;
const READS = /\b(?:from|join|using|table|,)\s+(?:only\s+)?([a-z_]+)/gi;

function textOf(node: ESTree.Node): string | undefined {
  return node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/** Tables that a call names: `selectFrom("deals as deal")`, `sql.table("deals")`, `sql.table(definition.plural)`. */
function calledTables(name: string, argument: ESTree.Node): string[] {
  const text = textOf(argument);
  if (text !== undefined) return [text.split(" ")[0] ?? ""];
  if (argument.type === "ArrayExpression")
    return argument.elements.flatMap((element) => (element ? calledTables(name, element) : []));
  // A category's partition of `listings`.
  const isPlural =
    (argument.type === "Identifier" && argument.name === "plural") ||
    (argument.type === "MemberExpression" &&
      argument.property.type === "Identifier" &&
      argument.property.name === "plural");
  return name === "table" && isPlural ? ["listings"] : [];
}

/** The uses of `tables` in a file. */
export function tableUses({ program, text, line }: Source, tables: ReadonlySet<string>): TableUse[] {
  const uses: TableUse[] = [];
  const add = (table: string, writes: boolean, node: { start: number }) => {
    if (tables.has(table)) uses.push({ table, writes, line: line(node) });
  };
  const isNamed = /\bsql\.table\(\w+\)/.test(text);
  walk(program, (node) => {
    if (node.type === "CallExpression" && node.arguments[0]) {
      const { callee } = node;
      const member = callee.type === "MemberExpression" ? callee.property : callee;
      const name = member.type === "Identifier" ? member.name : "";
      for (const table of calledTables(name, node.arguments[0]))
        if (WRITING.test(name) || READING.test(name)) add(table, WRITING.test(name), node);
        // `countOf("favorites")`, in a file with `sql.table(table)`.
        else if (isNamed) add(table, false, node);
    }
    if (node.type === "TemplateLiteral") {
      // An update of a partition: update ${sql.table(definition.plural)}.
      const query = node.quasis.map((quasi) => quasi.value.cooked ?? "").join(" … ");
      const code = query.replace(/--.*$/gm, "");
      for (const [, table = ""] of code.matchAll(WRITES)) add(table, true, node);
      for (const [, table = ""] of code.matchAll(READS)) add(table, false, node);
      for (const [index, { value }] of node.quasis.entries()) {
        const inserted = node.expressions[index];
        if (
          /\b(insert into|update|delete from)\s*$/.test(value.cooked ?? "") &&
          inserted?.type === "CallExpression"
        )
          for (const table of calledTables("table", inserted.arguments[0] ?? inserted))
            add(table, true, node);
      }
    }
  });
  return uses;
}
