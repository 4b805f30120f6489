import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Dialect,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
  sql,
  type Transaction,
} from "kysely";
import pg from "pg";
import { asking, DatabaseUnavailable } from "./database-unavailable.server.ts";
import type { DB } from "./db-types.ts";
import { env } from "./env.server.ts";
import { logger } from "./log.server.ts";

// Counts and sequence numbers stay far below 2^53, and a date is a day, not a moment in some time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

/** Anything that runs a query: the pool, or a transaction in progress. */
export type Queries = Kysely<DB> | Transaction<DB>;

/**
 * Nothing waits for ever: behind ten queries that hang, everybody else would. The database ends a statement that takes too
 * long. Where even that answer does not come (`query_timeout`), nobody is there any more: the host died, or something in
 * between forgot the connection. DATABASE_URL may say otherwise in its query.
 */
const TIMEOUTS = {
  connectionTimeoutMillis: 15_000,
  statement_timeout: 30_000,
  query_timeout: 35_000,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** See `extendStatementTimeout`. Kysely passes on nothing but SQL, so this text tells the connection as well as the database. */
const TAKE_TIME = "select set_config('statement_timeout', '10min', true)";
const LONG_QUERY_MS = 605_000;

let open: { pool: pg.Pool; kysely: Kysely<DB> } | undefined;

function connect() {
  const pool = new pg.Pool({
    connectionString: env().databaseUrl,
    max: 10,
    idleTimeoutMillis: 30_000,
    application_name: "second-serve",
    ...TIMEOUTS,
  });
  // An idle connection that the server closed (a restart, a failover) is replaced by the next query; without a
  // listener it would end the process.
  pool.on("error", () => {});
  // The same of one in use: its query fails, which whoever asked hears; the connection says so as well.
  pool.on("connect", (client) => client.on("error", () => {}));
  const dialect: Dialect = new PostgresDialect({ pool: withoutSilence(pool) });
  return { pool, kysely: new Kysely<DB>({ dialect }) };
}

/** The pool as Kysely sees it. What it throws says whether the database is away. */
function withoutSilence(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: () => asking(async () => connectionFrom(await pool.connect())),
    end: () => pool.end(),
  };
}

/** One connection, from when it is taken until it is given back; one that fell silent is closed instead. */
function connectionFrom(client: pg.PoolClient): PostgresPoolClient {
  let patience: number | undefined;
  let away: DatabaseUnavailable | undefined;
  const query = async (text: string, values: readonly unknown[]) => {
    // An answer may still come: to the next query it would be the wrong one.
    if (away) throw away;
    if (text === TAKE_TIME) patience = LONG_QUERY_MS;
    try {
      return await asking(() =>
        client.query({ text, values: [...values], ...(patience && { query_timeout: patience }) }),
      );
    } catch (error) {
      if (error instanceof DatabaseUnavailable) away = error;
      throw error;
    }
  };
  return {
    // Its other form takes cursors, which are not in use here.
    query: query as unknown as PostgresPoolClient["query"],
    release: (close) => client.release(away ?? close),
  };
}

function opened() {
  open ??= connect();
  return open;
}

/** Whether the database answers within three seconds: balancers ask every few. What it throws otherwise is logged. */
export async function databaseAnswers(): Promise<boolean> {
  const asked = sql`select 1`.execute(db()).then(
    () => true,
    (error: unknown) => {
      logger.warn({ err: error }, "not ready");
      return false;
    },
  );
  return Promise.race([asked, delay(3_000, false, { ref: false })]);
}

/** The database of `env().databaseUrl`, connected on first use. */
export function db(): Kysely<DB> {
  return opened().kysely;
}

/** The same connections, for libraries that take a `pg.Pool`. What these throw is the driver's: see `asUnavailable`. */
export function pool(): pg.Pool {
  return opened().pool;
}

/** Statements beyond this many are not kept prepared: each connection holds the plans of all of them. */
const MAX_PREPARED = 200;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_PREPARED) return known;
  const name = `s_${createHash("sha256").update(text).digest("base64url").slice(0, 20)}`;
  names.set(text, name);
  return name;
}

/**
 * Runs a query whose text is one of few, prepared: each connection reads and plans it once (some 1 ms of a search),
 * not every time. What the plan should not depend on is best given as `(select …)`: the planner then knows no value, and
 * keeps one plan for all.
 */
export async function prepared<Row extends object>(query: RawBuilder<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile(db());
  const { rows } = await asking(() =>
    pool().query<Row>({ name: nameOf(text), text, values: [...parameters] }),
  );
  return rows;
}

const transactions = new AsyncLocalStorage<Transaction<DB>>();

/** Makes `trx` the transaction that `inTransaction` finds in whatever `run` calls, however deep. */
export function withTransaction<Result>(trx: Transaction<DB>, run: () => Promise<Result>): Promise<Result> {
  return transactions.run(trx, run);
}

/** Runs in the transaction around, if there is one (`withTransaction`), else in one of its own. */
export function inTransaction<Result>(run: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
  const around = transactions.getStore();
  return around ? run(around) : db().transaction().execute(run);
}

/**
 * Gives each statement of this transaction ten minutes, where others have half of one: for what takes tens of thousands
 * of rows at once and cannot be done in parts.
 */
export async function extendStatementTimeout(trx: Transaction<DB>): Promise<void> {
  await sql.raw(TAKE_TIME).execute(trx);
}

/** Waits for running queries and closes every connection. */
export async function closeDb(): Promise<void> {
  const closing = open;
  open = undefined;
  await closing?.kysely.destroy();
}
