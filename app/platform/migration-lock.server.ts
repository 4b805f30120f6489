import pg from "pg";

/** An arbitrary number for the advisory lock that a migration has while it runs (server/migrate.ts). */
export const MIGRATION_LOCK = 7_237_361;

/** For connections that are idle for long: a firewall on the way would forget them. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Opens a connection that a network keeps, although it may rest for hours. */
export async function connectForHours(databaseUrl: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: name, ...KEEP_ALIVE });
  // Without a listener a lost connection would end the process; the statement in progress, or the next, has the error too.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/**
 * Runs `work` while no migration runs, until it calls the function that it gets. A migration that begins meanwhile waits
 * before it locks any table, so that the shop goes on. The function throws if a migration may have run, because the
 * connection was lost.
 * @throws errors of the database, and of `work`
 */
export async function withoutMigrations<Result>(
  databaseUrl: string,
  work: (letMigrate: () => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const client = await connectForHours(databaseUrl, "second-serve backup");
  try {
    // A lock of a transaction works through a connection pooler.
    await client.query(
      "begin; set local idle_in_transaction_session_timeout = 0; set local transaction_timeout = 0",
    );
    await client.query("select pg_advisory_xact_lock_shared($1)", [MIGRATION_LOCK]);
    return await work(() => client.query("commit"));
  } finally {
    await client.end();
  }
}
