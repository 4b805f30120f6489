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
import { type PoolName, poolConfig } from "./pool-settings.server.ts";
import { closeReplicas, currentReplica, noteWrite } from "./replicas.server.ts";
import { hashOf } from "./signature.server.ts";

// A bigint becomes a number (ours stay far below 2^53). A date stays a text, because it has no time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

export type Queries = Kysely<DB> | Transaction<DB>;

/** `connectionFrom` recognises this text and extends the timeout of the driver too: Kysely passes only SQL to it. */
const EXTEND_TIMEOUT_SQL = "select set_config('statement_timeout', '10min', true)";
const LONG_QUERY_MS = 605_000;

/** A standby refuses statements that write, except those that lock something: there the lock would be of no use. */
const READS = /^[\s(]*(select|with)\b/i;
const WRITES =
  /\b(insert into|update|delete from|merge into|for (no key )?update|for (key )?share|\w*_advisory_\w+|set_config|pg_notify)\b/i;
const CONTROLS = /^\s*(begin|start|commit|rollback|savepoint|release|set)\b/i;

const isRead = (text: string) => READS.test(text) && !WRITES.test(text);
const isWrite = (text: string) => !CONTROLS.test(text) && !isRead(text);

let open: { pool: pg.Pool; prepared: pg.Pool; kysely: Kysely<DB> } | undefined;

function openPool(name: PoolName): pg.Pool {
  return new CheckedPool(poolConfig(name, env().databaseUrl));
}

function connect() {
  const pool = openPool("main");
  const dialect: Dialect = new PostgresDialect({ pool: poolForKysely(pool) });
  return { pool, prepared: openPool("prepared"), kysely: new Kysely<DB>({ dialect }) };
}

/** The pool for Kysely, which throws `DatabaseUnavailable` for errors of the connection. */
function poolForKysely(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => (currentReplica() ? replicaConnection(pool) : connectionOf(pool)),
    end: () => pool.end(),
  };
}

function connectionOf(pool: pg.Pool): Promise<PostgresPoolClient> {
  return runQuery(async () => connectionFrom(await pool.connect()));
}

/** Reads from the replica of the request, until a statement needs the primary. */
function replicaConnection(pool: pg.Pool): PostgresPoolClient {
  let primary: Promise<PostgresPoolClient> | undefined;
  const query = async (text: string, values: readonly unknown[]) => {
    const answer = primary ? undefined : await fromReplica("main", configOf(text, values));
    if (answer) return answer;
    primary ??= connectionOf(pool);
    return (await primary).query(text, values);
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: (close) =>
      void primary?.then(
        (connection) => connection.release(close),
        () => {},
      ),
  };
}

/** The result at the replica of the request; undefined if the primary has to answer. */
async function fromReplica(pool: PoolName, query: pg.QueryConfig): Promise<pg.QueryResult | undefined> {
  return isRead(query.text) ? currentReplica()?.read(pool, query) : undefined;
}

function configOf(text: string, values: readonly unknown[]): pg.QueryConfig {
  return { ...(preparedStatements.get(text) ?? { text }), values: [...values] };
}

/** A connection that was unavailable once is closed when it is released. */
function connectionFrom(client: pg.PoolClient): PostgresPoolClient {
  let queryTimeout: number | undefined;
  let unavailable: DatabaseUnavailable | undefined;
  const query = async (text: string, values: readonly unknown[]) => {
    // A late answer to an earlier query would be taken for the answer to this one.
    if (unavailable) throw unavailable;
    if (text === EXTEND_TIMEOUT_SQL) queryTimeout = LONG_QUERY_MS;
    const config = { ...configOf(text, values), ...(queryTimeout && { query_timeout: queryTimeout }) };
    try {
      const answer = runQuery(() => client.query(config));
      if (isWrite(text)) noteWrite(answer);
      return await answer;
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
 * @param queries the transaction that the query belongs to, or `db()` for a query that writes; "primary" for one that a
 * replica, which may be behind, must not answer
 */
export async function prepared<Row extends object>(
  query: { compile(queries: Queries): CompiledQuery<Row> },
  queries?: Queries | "primary",
): Promise<Row[]> {
  const compiled = query.compile(queries && queries !== "primary" ? queries : db());
  const statement = statementOf(compiled.sql);
  // A connection of the other pool finds the prepared statement by its text.
  if (queries && queries !== "primary") return (await queries.executeQuery(compiled)).rows;
  const config = { ...statement, values: [...compiled.parameters] };
  const answer = queries ? undefined : await fromReplica("prepared", config);
  const { rows } = answer ?? (await runQuery(() => opened().prepared.query<Row>(config)));
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
  closeReplicas();
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
