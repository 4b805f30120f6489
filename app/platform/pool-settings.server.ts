import type pg from "pg";

/**
 * Ten hanging queries would block all others. `query_timeout` is for databases that no longer respond. DATABASE_URL may
 * set other values in its query string.
 */
const TIMEOUTS = {
  // Also of a query that waits for a free connection. After this time most visitors have left.
  connectionTimeoutMillis: 8_000,
  statement_timeout: 30_000,
  query_timeout: 35_000,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** Longer than a minute: the jobs of each minute would close connections and open them again. */
export const IDLE_MS = 5 * 60_000;

/** Starting parallel workers takes longer than our queries. */
const SETTINGS = "-c max_parallel_workers_per_gather=0";

/**
 * Plans a prepared statement once for each connection, instead of for each of the first values and then perhaps again.
 * A statement that writes, or locks rows, is refused: it may wait for a lock, and sessions and searches share these few
 * connections.
 */
const PREPARED_SETTINGS = `${SETTINGS} -c plan_cache_mode=force_generic_plan -c default_transaction_read_only=on`;

/** The two pools of a database: for all queries, and for prepared statements. */
export type PoolName = "main" | "prepared";

const POOLS: Readonly<Record<PoolName, pg.PoolConfig>> = {
  main: { max: 10, options: SETTINGS },
  prepared: { max: 4, options: PREPARED_SETTINGS },
};

/** The options of a pool of the primary or of a replica. */
export function poolConfig(name: PoolName, connectionString: string | undefined): pg.PoolConfig {
  return {
    connectionString,
    // A new connection would have to plan each statement again.
    min: 2,
    idleTimeoutMillis: IDLE_MS,
    application_name: "second-serve",
    ...POOLS[name],
    ...TIMEOUTS,
  };
}
