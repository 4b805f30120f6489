import pg from "pg";
import { cutConnections, faultOf, poolsAnswer, SILENCE, setAway } from "./checked-pool.server.ts";
import { asUnavailable, DatabaseUnavailable } from "./database-unavailable.server.ts";
import { env } from "./env.server.ts";
import { logger } from "./log.server.ts";
import { findPrimary } from "./primary.server.ts";
import { hasReplicas, noteNotification, startReading, stopReading } from "./replicas.server.ts";

/** While the database is away, no query but these attempts finds out that it is back. */
const RETRY_MS = { first: 100, longest: 2_000 };
const HEARTBEAT_MS = 5_000;
/** The database has no connection left for this one, which is an answer. */
const TOO_MANY = "53300";

/** Of the log, up to which everything is written that was notified before. */
const POSITION = "select (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint as position";

interface Listener {
  channel: string;
  /** Runs whenever a connection starts to listen: notifications may have been missed before. */
  onConnect: () => void;
  /** Runs when such a connection is lost. */
  onDisconnect?: () => void;
  onNotify: (payload: string) => void;
}

/** By the URL of their database. */
const connections = new Map<string, Connection>();

/**
 * Listens to NOTIFY. All listeners of this process share one connection, which is replaced when it breaks or does not
 * answer a heartbeat. LISTEN does not work through a transaction pooler. Resolves after the first attempt, successful or
 * not.
 */
export async function listen(
  listener: Listener,
  { databaseUrl = env().databaseUrl ?? "", heartbeatMs = HEARTBEAT_MS } = {},
): Promise<{ close(): Promise<void> }> {
  const connection = connections.get(databaseUrl) ?? new Connection(databaseUrl, heartbeatMs);
  connections.set(databaseUrl, connection);
  await connection.add(listener);
  return {
    async close() {
      if (connection.remove(listener) > 0) return;
      await connection.close();
    },
  };
}

/** Whether the database answers on this connection, for health checks. A new silence takes six seconds to be sure of. */
export async function databaseAnswers(): Promise<boolean> {
  return (await connections.get(env().databaseUrl ?? "")?.answers()) ?? false;
}

class Connection {
  #databaseUrl: string;
  /** Whether pages are read from this database. */
  readonly #isOfShop: boolean;
  readonly #heartbeatMs: number;
  readonly #listeners = new Set<Listener>();
  /** The listeners whose channels this connection listens to. */
  readonly #connected = new Set<Listener>();
  /** Undefined while there is no connection, and no attempt to connect. */
  #client: pg.Client | undefined;
  #attempt: Promise<void> | undefined;
  #asked: Promise<boolean> | undefined;
  /** Of the next heartbeat, or of the next attempt. */
  #timer: NodeJS.Timeout | undefined;
  #wait = RETRY_MS.first;

  constructor(databaseUrl: string, heartbeatMs: number) {
    this.#databaseUrl = databaseUrl;
    this.#isOfShop = databaseUrl === env().databaseUrl;
    this.#heartbeatMs = heartbeatMs;
  }

  async add(listener: Listener): Promise<void> {
    this.#listeners.add(listener);
    this.#attempt ??= this.#connect();
    await this.#attempt;
    if (!this.#client || this.#connected.has(listener)) return;
    await this.#hear(this.#client, [listener]).catch(this.#onLoss(this.#client));
  }

  /** Returns how many listeners are left. */
  remove(listener: Listener): number {
    this.#connected.delete(listener);
    this.#listeners.delete(listener);
    return this.#listeners.size;
  }

  /** Asks the database now; calls at the same time share one question. */
  answers(): Promise<boolean> {
    this.#asked ??= this.#ask().finally(() => {
      this.#asked = undefined;
    });
    return this.#asked;
  }

  async #ask(): Promise<boolean> {
    const client = this.#client;
    if (!client || this.#connected.size === 0) return false;
    const since = performance.now();
    const fault = await faultOf(client);
    if (fault === undefined) return true;
    const isSilent = fault === SILENCE && client === this.#client;
    this.#onLoss(client)(fault);
    return isSilent && this.#doubt(SILENCE, since);
  }

  /**
   * Asks the connections of the pools, after this one failed. When they do not answer either, the database is away until
   * this one listens again. Those that are silent since that time are then given up. Resolves to whether it answers.
   */
  async #doubt({ reason }: DatabaseUnavailable, silentSince?: number): Promise<boolean> {
    const answered = reason === TOO_MANY || (await poolsAnswer());
    if (this.#listeners.size === 0) return answered;
    if (!answered && silentSince !== undefined) cutConnections(silentSince);
    if (this.#connected.size > 0) return true;
    setAway(answered ? undefined : reason);
    return answered;
  }

  async close(): Promise<void> {
    connections.delete(this.#databaseUrl);
    if (this.#isOfShop) stopReading();
    const client = this.#client;
    this.#client = undefined;
    setAway(undefined);
    clearTimeout(this.#timer);
    await client?.end().catch(() => {});
  }

  /** Follows the primary. Resolves to whether it is another database now. */
  async #follow(): Promise<boolean> {
    await findPrimary();
    const { databaseUrl = "" } = env();
    if (databaseUrl === this.#databaseUrl) return false;
    connections.delete(this.#databaseUrl);
    connections.set(databaseUrl, this);
    this.#databaseUrl = databaseUrl;
    return true;
  }

  async #connect(): Promise<void> {
    if (this.#isOfShop && hasReplicas()) {
      await this.#follow();
      if (this.#listeners.size === 0) return;
    }
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: "second-serve, listening",
    });
    this.#client = client;
    const lost = this.#onLoss(client);
    client.on("error", lost);
    client.on("end", () => lost(new DatabaseUnavailable("Connection terminated")));
    client.on("notification", ({ channel, payload = "" }) => {
      if (client !== this.#client) return;
      // Jobs read from the primary.
      if (this.#isOfShop && !channel.startsWith("pgboss_")) noteNotification();
      for (const listener of this.#listeners) if (listener.channel === channel) listener.onNotify(payload);
    });
    try {
      await client.connect();
      await this.#hear(client, [...this.#listeners]);
      if (client !== this.#client) return;
      this.#wait = RETRY_MS.first;
      if (this.#isOfShop) this.#startReading(client);
      this.#timer = setInterval(() => void this.answers(), this.#heartbeatMs);
    } catch (error) {
      lost(error);
      const unavailable = asUnavailable(error);
      if (unavailable instanceof DatabaseUnavailable) await this.#doubt(unavailable);
    }
  }

  async #hear(client: pg.Client, listeners: readonly Listener[]): Promise<void> {
    await client.query(listeners.map(({ channel }) => `listen ${pg.escapeIdentifier(channel)}`).join("; "));
    if (client !== this.#client) return;
    setAway(undefined);
    for (const listener of listeners) {
      if (!this.#listeners.has(listener)) continue;
      this.#connected.add(listener);
      listener.onConnect();
    }
  }

  #startReading(client: pg.Client): void {
    startReading({
      async ask() {
        const { rows } = await client.query<{ position: number }>(POSITION);
        return Number(rows[0]?.position);
      },
      check: async () => {
        if (await this.#follow()) this.#onLoss(client)(new DatabaseUnavailable("another primary"));
      },
    });
  }

  /** Only the first call does something, and only while this client is in use. */
  #onLoss(client: pg.Client): (error: unknown) => void {
    return (error) => {
      if (client !== this.#client) return;
      this.#client = undefined;
      if (this.#isOfShop) stopReading();
      clearTimeout(this.#timer);
      const disconnected = [...this.#connected];
      this.#connected.clear();
      for (const listener of disconnected) listener.onDisconnect?.();
      void client.end().catch(() => {});
      logger.warn({ err: asUnavailable(error), retryInMs: this.#wait }, "not listening to the database");
      this.#timer = setTimeout(() => {
        this.#attempt = this.#connect();
      }, this.#wait);
      this.#wait = Math.min(this.#wait * 2, RETRY_MS.longest);
    };
  }
}
