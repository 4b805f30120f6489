import { type Kysely, sql } from "kysely";
import { db } from "./db.server.ts";
import type { DB } from "./db-types.ts";

/**
 * Runs `work` unless a call with the same name runs already, on any server; then it returns null. The lock belongs to the
 * connection, so that it ends with a server that dies. The connection must be a direct one.
 */
export function asOnlyOne<Result>(
  name: string,
  work: (connection: Kysely<DB>) => Promise<Result>,
): Promise<Result | null> {
  const key = sql`hashtextextended(${name}, 0)`;
  return db()
    .connection()
    .execute(async (connection) => {
      const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${key}) as mine`.execute(
        connection,
      );
      if (!rows[0]?.mine) return null;
      try {
        return await work(connection);
      } finally {
        await sql`select pg_advisory_unlock(${key})`.execute(connection);
      }
    });
}
