import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";
import { DatabaseUnavailable } from "./database-unavailable.server.ts";

/** A connection that rested so long may have been cut off without a word, as in a failover. To ask it costs a round trip. */
const RESTED_MS = 1_000;
const ANSWER_MS = 3_000;

export const SILENCE = new DatabaseUnavailable("no answer");

/** Rises when connections are silent, or lead to a standby: those that were opened before are not used again. */
let age = 0;
let awayReason: string | undefined;
const openPools = new Set<CheckedPool>();
const inUse = new Set<pg.PoolClient>();
/** `usedAt`: when it was opened, or given back. */
const opened = new WeakMap<pg.PoolClient, { readonly age: number; usedAt: number }>();

/**
 * Discards all connections that are open now. Queries that are under way since that time (of `performance.now()`), and
 * would wait for half a minute, fail now.
 */
export function cutConnections(since: number): void {
  age += 1;
  for (const client of inUse) if ((opened.get(client)?.usedAt ?? 0) < since) void client.end();
}

/** Lets the pools of one database open their connections to another, and discards those that are open. */
export function movePools(from: string, to: string): void {
  for (const { options } of openPools) if (options.connectionString === from) options.connectionString = to;
  cutConnections(performance.now());
}

/**
 * Whether a connection that a pool has already opened answers within three seconds, also while the database is away. In
 * a pool without an idle one, that is the next to be given back.
 */
export function poolsAnswer(): Promise<boolean> {
  for (const pool of openPools) if (pool.ending) openPools.delete(pool);
  const answers = [...openPools].map((pool) => pool.answers());
  return Promise.race([Promise.any(answers).catch(() => false), afterPatience().then(() => false)]);
}

/** Makes all queries fail at once, with this reason, instead of each waiting for a connection; undefined ends that. */
export function setAway(reason: string | undefined): void {
  awayReason = reason;
}

/** A query under way lets `end` close the socket at once. Otherwise it waits for a goodbye of the other side. */
function cut(client: pg.PoolClient): void {
  client.query("select 1").catch(() => {});
}

type Checkout = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (fault?: boolean | Error) => void,
) => void;

/** A pool whose connections answer when they are taken from it. */
export class CheckedPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config);
    openPools.add(this);
    // Without these listeners, an error of a connection would end the process. The pool opens a new connection by itself,
    // and the error of a connection in use reaches its query anyway.
    this.on("error", () => {});
    this.on("connect", (client) => {
      client.on("error", () => {});
      opened.set(client, { age, usedAt: performance.now() });
    });
    this.on("acquire", (client) => inUse.add(client));
    this.on("release", (fault, client) => {
      inUse.delete(client);
      // Those of its age are probably silent too, or lead to the same standby.
      if (fault === SILENCE || /Query read timeout|25006/.test(fault?.message ?? "")) age += 1;
      const facts = opened.get(client);
      if (facts) facts.usedAt = performance.now();
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Checkout): void;
  override connect(callback?: Checkout): Promise<pg.PoolClient> | undefined {
    const checked = this.#checked();
    if (!callback) return checked;
    checked.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  /** @throws when no connection that is open already answers */
  async answers(): Promise<boolean> {
    // A new connection says nothing about the path of the others.
    if (this.idleCount === 0 && this.totalCount < this.options.max) throw SILENCE;
    const client = await super.connect();
    const fault = await faultOf(client);
    client.release(fault);
    if (fault) throw fault;
    return true;
  }

  async #checked(): Promise<pg.PoolClient> {
    for (;;) {
      if (awayReason !== undefined) throw new DatabaseUnavailable(awayReason);
      const client = await super.connect();
      const facts = opened.get(client);
      if (facts?.age !== age) {
        cut(client);
        client.release(true);
        continue;
      }
      if (performance.now() - facts.usedAt < RESTED_MS) return client;
      const fault = await faultOf(client);
      if (fault === undefined) return client;
      client.release(fault);
    }
  }
}

/** Asks the database. Resolves to what is wrong with the connection: SILENCE after three seconds, or its error. */
export function faultOf(client: pg.ClientBase): Promise<Error | undefined> {
  // The driver counts a turn of the event loop that takes longer as silence.
  const question = { text: "select 1", query_timeout: 10 * ANSWER_MS };
  return Promise.race([
    client.query(question).then(
      () => undefined,
      (error: Error) => error,
    ),
    afterPatience().then(() => SILENCE),
  ]);
}

/** After three seconds, and after what arrived meanwhile was read. */
async function afterPatience(): Promise<void> {
  await delay(ANSWER_MS, undefined, { ref: false });
  await nextTurn();
}
