import { sql, type Transaction } from "kysely";
import type { DB } from "#app/platform/db-types.ts";

/** 22 and 23 are PostgreSQL's error classes for invalid data and violated constraints. */
function isRefusal(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" && /^(22|23)/.test(code);
}

interface Halves<Row, Result> {
  readonly results: readonly Result[];
  readonly refused: readonly { readonly row: Row; readonly error: unknown }[];
}

/**
 * Writes rows. If the database refuses them, nothing of them stays, and each half is written separately, until a bad row
 * fails alone.
 * @param write the results of some of the rows
 */
export async function writeInHalves<Row, Result>(
  trx: Transaction<DB>,
  rows: readonly Row[],
  write: (some: readonly Row[]) => Promise<readonly Result[]>,
): Promise<Halves<Row, Result>> {
  if (rows.length === 0) return { results: [], refused: [] };
  await sql`savepoint part`.execute(trx);
  try {
    const results = await write(rows);
    await sql`release savepoint part`.execute(trx);
    return { results, refused: [] };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await sql`rollback to savepoint part`.execute(trx);
    await sql`release savepoint part`.execute(trx);
    const [row] = rows;
    if (row !== undefined && rows.length === 1) return { results: [], refused: [{ row, error }] };
    const middle = Math.ceil(rows.length / 2);
    const first = await writeInHalves(trx, rows.slice(0, middle), write);
    const second = await writeInHalves(trx, rows.slice(middle), write);
    return {
      results: [...first.results, ...second.results],
      refused: [...first.refused, ...second.refused],
    };
  }
}
