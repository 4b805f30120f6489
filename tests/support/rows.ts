import type { FilterObject, InsertObject, Selectable, UpdateObject } from "kysely";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";

type Table = keyof DB & string;

export async function insertRows<T extends Table>(
  table: T,
  rows: InsertObject<DB, T> | readonly InsertObject<DB, T>[],
): Promise<void> {
  await db().insertInto(table).values(rows).execute();
}

/** Returns the stored row, with the values that the database chose. */
export async function insertRow<T extends Table>(
  table: T,
  row: InsertObject<DB, T>,
): Promise<Selectable<DB[T]>> {
  const stored = await db().insertInto(table).values(row).returningAll().executeTakeFirstOrThrow();
  return stored as Selectable<DB[T]>;
}

/** Changes each row whose columns have the values of `where`: with `{}`, every row. */
export async function updateRows<T extends Table>(
  table: T,
  where: FilterObject<DB, T>,
  values: UpdateObject<DB, T>,
): Promise<void> {
  await db()
    .updateTable(table as Table)
    .set(values as UpdateObject<DB, Table>)
    .where((eb) => eb.and(where as FilterObject<DB, Table>))
    .execute();
}

type Rows<T extends Table, C extends keyof Selectable<DB[T]>> = Pick<Selectable<DB[T]>, C>[];

/** These columns of the rows whose columns have the values of `where`. */
export async function findRows<T extends Table, C extends keyof Selectable<DB[T]> & string>(
  table: T,
  where: FilterObject<DB, T>,
  columns: readonly C[],
): Promise<Rows<T, C>> {
  const rows = await db()
    .selectFrom(table as Table)
    .select(columns as readonly never[])
    .where((eb) => eb.and(where as FilterObject<DB, Table>))
    .execute();
  return rows as Rows<T, C>;
}

/** The first row whose columns have the values of `where`. There must be one. */
export async function findRow<
  T extends Table,
  C extends keyof Selectable<DB[T]> & string = keyof Selectable<DB[T]> & string,
>(table: T, where: FilterObject<DB, T>, columns?: readonly C[]): Promise<Pick<Selectable<DB[T]>, C>> {
  const matching = db()
    .selectFrom(table as Table)
    .where((eb) => eb.and(where as FilterObject<DB, Table>));
  const query = columns ? matching.select(columns as readonly never[]) : matching.selectAll();
  return (await query.executeTakeFirstOrThrow()) as Pick<Selectable<DB[T]>, C>;
}

/** Hides a table or view from the queries of `run`, which then fail. */
export async function withoutTable(name: string, run: () => unknown): Promise<void> {
  const rename = (from: string, to: string) => db().schema.alterTable(from).renameTo(to).execute();
  await rename(name, `${name}_away`);
  try {
    await run();
  } finally {
    await rename(`${name}_away`, name);
  }
}
