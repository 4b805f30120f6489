import { AsyncLocalStorage } from "node:async_hooks";
import {
  type CompiledQuery,
  type Dialect,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
  type Transaction,
} from "kysely";
import pg from "pg";
import { CheckedPool } from "./checked-pool.server.ts";
import { DatabaseUnavailable, runQuery } from "./database-unavailable.server.ts";
import type { DB } from "./db-types.ts";
import { env } from "./env.server.ts";
import { hashOf } from "./signature.server.ts";

// A bigint becomes a number (ours stay far below 2^53). A date stays a text, because it has no time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

export type Queries = Kysely<DB> | Transaction<DB>;

/**
 * Ten hanging queries would block all others. `query_timeout` is for databases that no longer respond. DATABASE_URL may
 * set other values in its query string.
 */
const TIMEOUTS = {
  // A query waits no longer for a connection either: by then its visitor has left.
  connectionTimeoutMillis: 8_000,
  statement_timeout: 30_000,
  query_timeout: 35_000,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** `connectionFrom` recognises this text and extends the timeout of the driver too: Kysely passes only SQL to it. */
const EXTEND_TIMEOUT_SQL = "select set_config('statement_timeout', '10min', true)";
const LONG_QUERY_MS = 605_000;

let open: { pool: pg.Pool; prepared: pg.Pool; kysely: Kysely<DB> } | undefined;

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

function openPool(max: number, options: string): pg.Pool {
  return new CheckedPool({
    connectionString: env().databaseUrl,
    max,
    // A new connection would have to plan each statement again.
    min: 2,
    idleTimeoutMillis: IDLE_MS,
    application_name: "second-serve",
    options,
    ...TIMEOUTS,
  });
}

function connect() {
  const pool = openPool(10, SETTINGS);
  const dialect: Dialect = new PostgresDialect({ pool: poolForKysely(pool) });
  return { pool, prepared: openPool(4, PREPARED_SETTINGS), kysely: new Kysely<DB>({ dialect }) };
}

/** The pool for Kysely, which throws `DatabaseUnavailable` for errors of the connection. */
function poolForKysely(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: () => runQuery(async () => connectionFrom(await pool.connect())),
    end: () => pool.end(),
  };
}

/** A connection that was unavailable once is closed when it is released. */
function connectionFrom(client: pg.PoolClient): PostgresPoolClient {
  let queryTimeout: number | undefined;
  let unavailable: DatabaseUnavailable | undefined;
  const query = async (text: string, values: readonly unknown[]) => {
    // A late answer to an earlier query would be taken for the answer to this one.
    if (unavailable) throw unavailable;
    if (text === EXTEND_TIMEOUT_SQL) queryTimeout = LONG_QUERY_MS;
    try {
      return await runQuery(() =>
        client.query({
          ...(preparedStatements.get(text) ?? { text }),
          values: [...values],
          ...(queryTimeout && { query_timeout: queryTimeout }),
        }),
      );
    } catch (error) {
      if (error instanceof DatabaseUnavailable) unavailable = error;
      throw error;
    }
  };
  return {
    // The type also has cursors, which are not used here.
    query: query as unknown as PostgresPoolClient["query"],
    release: (close) => client.release(unavailable ?? close),
  };
}

function opened() {
  open ??= connect();
  return open;
}

/** The database of `env().databaseUrl`, connected on first use. */
export function db(): Kysely<DB> {
  return opened().kysely;
}

/** The pool of `db()`, for libraries. Their queries throw the errors of the driver (see `asUnavailable`). */
export function pool(): pg.Pool {
  return opened().pool;
}

/** The pools by their names, for the metrics. */
export function pools(): Readonly<Record<"main" | "prepared", pg.Pool>> {
  const { pool: main, prepared } = opened();
  return { main, prepared };
}

/** Limited, because each connection keeps the plans of all prepared statements in memory. */
const MAX_PREPARED = 200;

/** A statement is prepared when it runs so often lately, so that rare searches leave room for the common ones. */
const PREPARED_AT_RUN = 3;

/** "Lately" is among so many statements that are not prepared. */
const MAX_COUNTED = 200;

interface Statement {
  readonly name?: string;
  /** The same string each time, because each connection keeps it. */
  readonly text: string;
}

const preparedStatements = new Map<string, Statement>();
const runsByHash = new Map<string, number>();

function statementOf(text: string): Statement {
  const statement = preparedStatements.get(text);
  if (statement || preparedStatements.size >= MAX_PREPARED) return statement ?? { text };
  const hash = hashOf(text).slice(0, 20);
  const run = (runsByHash.get(hash) ?? 0) + 1;
  runsByHash.delete(hash);
  if (run >= PREPARED_AT_RUN) {
    const named = { name: `s_${hash}`, text };
    preparedStatements.set(text, named);
    return named;
  }
  // The first key is the one that was set least recently.
  const [oldest] = runsByHash.keys();
  if (oldest !== undefined && runsByHash.size >= MAX_COUNTED) runsByHash.delete(oldest);
  runsByHash.set(hash, run);
  return { text };
}

/**
 * Runs one of a few fixed queries, as a prepared statement when it is frequent, which saves about 1 ms per search. Write
 * parameters that must not affect the plan as `(select …)`, whose value the planner does not know.
 * @param queries the transaction that the query belongs to, or `db()` for a query that writes
 */
export async function prepared<Row extends object>(
  query: { compile(queries: Queries): CompiledQuery<Row> },
  queries?: Queries,
): Promise<Row[]> {
  const compiled = query.compile(queries ?? db());
  const statement = statementOf(compiled.sql);
  // A connection of the other pool finds the prepared statement by its text.
  if (queries) return (await queries.executeQuery(compiled)).rows;
  const { rows } = await runQuery(() =>
    opened().prepared.query<Row>({ ...statement, values: [...compiled.parameters] }),
  );
  return rows;
}

const transactions = new AsyncLocalStorage<Transaction<DB>>();

/** Makes `trx` the transaction that `inTransaction` uses in everything that `run` calls. */
export function withTransaction<Result>(trx: Transaction<DB>, run: () => Promise<Result>): Promise<Result> {
  return transactions.run(trx, run);
}

/** Runs in the surrounding transaction (`withTransaction`), or in a new one if there is none. */
export function inTransaction<Result>(run: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
  const around = transactions.getStore();
  return around ? run(around) : db().transaction().execute(run);
}

/** Extends the timeout of the statements of this transaction to ten minutes, for work that cannot be split. */
export async function extendStatementTimeout(trx: Transaction<DB>): Promise<void> {
  await sql.raw(EXTEND_TIMEOUT_SQL).execute(trx);
}

/** Waits for running queries and closes all connections. */
export async function closeDb(): Promise<void> {
  const closing = open;
  open = undefined;
  await Promise.all([closing?.kysely.destroy(), closing?.prepared.end()]);
}

/**
 * Processes batches, each in its own transaction: other transactions wait for one batch at most, and earlier batches
 * stay when a later one fails.
 * @param part processes the next batch; returns whether there may be another
 * @param signal no further batch starts once it is aborted
 * @throws what `part` throws; its batch is rolled back
 */
export async function inBatches(
  part: (trx: Transaction<DB>) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  let more = true;
  while (more && !signal?.aborted) more = await db().transaction().execute(part);
}

/** The rows that `paginate` reads at once. */
export const PAGE_ROWS = 500;

/**
 * Yields all rows of a query, page by page, so that few rows are in memory. `page` reads the next `PAGE_ROWS` rows
 * after the row `after`, or the first ones for null, in a fixed order.
 */
export async function* paginate<Row>(
  page: (after: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let after: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await page(after);
    yield* rows;
    after = rows.at(-1) ?? null;
    if (rows.length < PAGE_ROWS) return;
  }
}
