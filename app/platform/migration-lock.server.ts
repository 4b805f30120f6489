import pg from "pg";

/** An arbitrary number for the advisory lock that a migration has while it runs (server/migrate.ts). */
export const MIGRATION_LOCK = 7_237_361;

/**
 * Runs `work` while no migration runs. A migration that begins meanwhile waits before it locks any table, so that the
 * shop goes on. `work` gets a function that throws if a migration may have run, because the connection was lost.
 * @throws errors of the database, and of `work`
 */
export async function withoutMigrations<Result>(
  databaseUrl: string,
  work: (check: () => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "second-serve backup" });
  // Without a listener a lost connection would end the process; `check` sees it too.
  client.on("error", () => {});
  await client.connect();
  try {
    // A lock of a transaction works through a connection pooler.
    await client.query(
      "begin; set local idle_in_transaction_session_timeout = 0; set local transaction_timeout = 0",
    );
    await client.query("select pg_advisory_xact_lock_shared($1)", [MIGRATION_LOCK]);
    return await work(() => client.query("select"));
  } finally {
    await client.end();
  }
}
