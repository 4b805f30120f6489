import pg from "pg";
import { type PoolName, poolConfig } from "./pool-settings.server.ts";
import { isCopy } from "./primary.server.ts";

/** After an answer a replica is not asked for so long. */
const ASK_MS = 5;
/** A replica that does not answer within this time is left out. */
const ANSWER_MS = 1_000;

/** A position in the log as a number stays far below 2^53. */
const STATE = `select pg_is_in_recovery() as follows, system_identifier::text as cluster,
  (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint as replayed from pg_control_system()`;

interface State {
  readonly follows: boolean;
  readonly cluster: string;
  readonly replayed: number | null;
}

/** Errors of a statement that only the primary can run: it writes, or asks for what a standby does not have. */
const FOR_PRIMARY = /^(25006|55000)$/;
/** The statement took too long, as it would on the primary. */
const TOO_LONG = "57014";
/** PostgreSQL ends, starts, or has no connection left. */
const GOING = /^(57P|53300|08)/;
/** The pool has no connection free. */
const BUSY = "timeout exceeded when trying to connect";

const MAX_REFUSED = 500;
/** Texts of statements that a replica refused. */
const refused = new Set<string>();

/** A standby that answers reads (docs/decisions/0198), while it answers at all. */
export class Replica {
  readonly url: string;
  /** How far it has replayed the primary's log; undefined while it is away. */
  replayed: number | undefined;
  /** Called when it answers that it follows no primary. */
  readonly #onPromoted: () => void;
  readonly #clients = new Set<pg.Client>();
  #pools: Partial<Record<PoolName, pg.Pool>> = {};
  #asker: pg.Client | undefined;
  #isAsked = false;
  /** Of each read under way: gives it to the primary. */
  readonly #givesUp = new Set<() => void>();

  constructor(url: string, onPromoted: () => void) {
    this.url = url;
    this.#onPromoted = onPromoted;
  }

  /** Queries that run or wait. */
  get load(): number {
    return Object.values(this.#pools).reduce(
      (sum, { totalCount, idleCount, waitingCount }) => sum + totalCount - idleCount + waitingCount,
      0,
    );
  }

  /** Asks how far it is, unless it was asked just now. */
  ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#answer()
      .catch(() => this.leave())
      .finally(() => setTimeout(() => (this.#isAsked = false), ASK_MS).unref());
  }

  async #answer(): Promise<void> {
    const asker = this.#asker ?? (await this.#connected());
    const { rows } = await asker.query<State>(STATE);
    if (asker !== this.#asker) return;
    const [state] = rows;
    if (state?.follows && isCopy(state.cluster)) this.replayed = Number(state.replayed);
    else this.leave();
    if (state?.follows === false) this.#onPromoted();
  }

  async #connected(): Promise<pg.Client> {
    const asker = new pg.Client({
      connectionString: this.url,
      application_name: "second-serve, replica",
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    this.#asker = asker;
    // The next question has the error too.
    asker.on("error", () => {});
    await asker.connect();
    return asker;
  }

  /**
   * The result of a read; undefined if the primary has to answer: this replica is away, or refuses the statement. Nothing
   * was written then.
   */
  read(pool: PoolName, query: pg.QueryConfig): Promise<pg.QueryResult | undefined> {
    if (refused.has(query.text)) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const giveUp = () => resolve(undefined);
      this.#givesUp.add(giveUp);
      this.#pool(pool)
        .query(query)
        .then(resolve, (error) => {
          if ((error as { code?: string }).code === TOO_LONG) return reject(error);
          this.#learn(error, query.text);
          giveUp();
        })
        .finally(() => this.#givesUp.delete(giveUp));
    });
  }

  #learn(error: unknown, text: string): void {
    const { code = "", message } = error as { code?: string; message?: string };
    if (FOR_PRIMARY.test(code)) refuse(text);
    else if (message !== BUSY && (!(error instanceof pg.DatabaseError) || GOING.test(code))) this.leave();
  }

  #pool(name: PoolName): pg.Pool {
    const open = this.#pools[name];
    if (open) return open;
    const pool = new pg.Pool(poolConfig(name, this.url));
    pool.on("error", () => {});
    pool.on("connect", (client) => {
      client.on("error", () => {});
      this.#clients.add(client as unknown as pg.Client);
    });
    pool.on("remove", (client) => this.#clients.delete(client as unknown as pg.Client));
    this.#pools[name] = pool;
    return pool;
  }

  /** Gives all reads under way to the primary, and closes the connections. The next question opens them again. */
  leave(): void {
    this.replayed = undefined;
    for (const giveUp of this.#givesUp) giveUp();
    const asker = this.#asker;
    this.#asker = undefined;
    const pools = Object.values(this.#pools);
    this.#pools = {};
    for (const client of [...this.#clients, ...(asker ? [asker] : [])]) void client.end().catch(() => {});
    this.#clients.clear();
    for (const pool of pools) void pool.end().catch(() => {});
  }
}

function refuse(text: string): void {
  const [oldest] = refused;
  if (oldest !== undefined && refused.size >= MAX_REFUSED) refused.delete(oldest);
  refused.add(text);
}
