import { type RawBuilder, sql } from "kysely";
import { db, PAGE_ROWS, paginate } from "#app/platform/db.server.ts";
import { exportedColumns } from "./exported-columns.ts";
import { RETENTION } from "./retention.server.ts";
import type { ExportedList, RetentionRule } from "./retention-rule.ts";

type Row = Readonly<Record<string, unknown>>;

const RULES = RETENTION as Readonly<Record<string, RetentionRule>>;
const TABLES = Object.entries(RULES).flatMap(([table, rule]) =>
  "field" in rule ? [{ table, list: rule, toPeople: Object.keys(rule.onDelete ?? {}) }] : [],
);
type ExportedTable = (typeof TABLES)[number];

/** The fields of second-serve.json with everything that refers to a person. Lists are read while they are sent. */
export async function exportedFields(userId: string): Promise<Record<string, unknown>> {
  const fields = TABLES.filter(({ list }) => !list.inside).map(async (exported) => {
    const rows = rowsOf(exported, isOf(exported, userId), userId);
    return [exported.list.field, exported.list.single ? ((await rows.next()).value ?? null) : rows];
  });
  return Object.fromEntries(await Promise.all(fields));
}

function isOf({ list: { of, where }, toPeople }: ExportedTable, userId: string): RawBuilder<unknown> {
  const columns = (of ?? toPeople).map((column) => sql`${sql.ref(column)} = ${userId}`);
  const mine = columns.length > 0 ? sql`(${sql.join(columns, sql` or `)})` : sql`true`;
  return where ? sql`${mine} and ${where(userId)}` : mine;
}

async function* rowsOf(
  exported: ExportedTable,
  where: RawBuilder<unknown>,
  userId: string,
): AsyncGenerator<Row> {
  const { table, list } = exported;
  const key = list.key ?? ["id"];
  const order = sql.join(key.map((column) => sql.ref(column)));
  const fields = list.add?.(userId) ?? {};
  const added = Object.entries(fields).map(([name, value]) => sql`, ${value} as ${sql.ref(name)}`);
  const shown = new Set([...exportedColumns(table), ...Object.keys(fields)]);
  const rows = paginate(async (after: Row | null) => {
    const next = after ? sql`(${order}) > (${sql.join(key.map((column) => after[column]))})` : sql`true`;
    const page = await sql<Row>`
      select ${sql.table(table)}.* ${sql.join(added, sql``)} from ${sql.table(table)}
      where ${where} and ${next} order by ${order} limit ${PAGE_ROWS}
    `.execute(db());
    return page.rows;
  });
  for await (const row of rows) yield { ...presented(list, shown, row), ...listsInside(table, row, userId) };
}

function presented({ names = {}, values = {} }: ExportedList, shown: ReadonlySet<string>, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => shown.has(column))
      .map(([column, value]) => [
        names[column] ?? camelCase(column),
        values[column]?.(value as never) ?? value,
      ]),
  );
}

function listsInside(table: string, row: Row, userId: string): Row {
  const lists = TABLES.filter(({ list }) => list.inside?.table === table);
  return Object.fromEntries(
    lists.map((exported) => {
      const by = sql.ref(exported.list.inside?.by ?? "");
      return [exported.list.field, rowsOf(exported, sql`${by} = ${row.id}`, userId)];
    }),
  );
}

function camelCase(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
