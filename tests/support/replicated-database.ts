import { execFileSync } from "node:child_process";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { startEmbeddedDatabase } from "#server/embedded-database.ts";
import { placesFor } from "#server/postgres-places.ts";
import { type PostgresProcess, runPostgres } from "#server/postgres-process.ts";
import { newDataDir } from "./server.ts";

/** A PostgreSQL that streams from another, or is a primary. */
export interface Standby {
  /** For the database of the shop, as the role that owns it. */
  readonly url: string;
  /** Its data folder. */
  readonly folder: string;
  /** Runs a statement as the superuser. */
  query(text: string): Promise<pg.QueryResult>;
  /** Ends it at once, as a crash does. */
  crash(): Promise<void>;
  start(): Promise<void>;
}

export interface Replicated {
  readonly primary: Standby;
  readonly replicas: readonly Standby[];
  stop(): Promise<void>;
}

/** Runs PostgreSQL for `folder`, whose socket has the same path whether it is a standby or not. */
class Node implements Standby {
  readonly #name: string;
  readonly folder: string;
  readonly #settings: Readonly<Record<string, string>>;
  #running: PostgresProcess | undefined;

  constructor(name: string, folder: string, settings: Readonly<Record<string, string>>) {
    this.#name = name;
    this.folder = folder;
    this.#settings = settings;
  }

  get home(): string {
    return placesFor(this.folder, () => {}).home;
  }

  get cluster(): string {
    return path.join(this.home, "cluster");
  }

  get url(): string {
    return this.#url("second_serve");
  }

  #url(role: string): string {
    return `postgresql://${role}@localhost:5432/second_serve?host=${encodeURIComponent(this.home)}`;
  }

  async start(): Promise<void> {
    const { account, bin } = placesFor(this.folder, () => {});
    const log = path.join(this.folder, "postgres.log");
    this.#running = await runPostgres(account, path.join(bin, "postgres"), this.cluster, log, {
      listen_addresses: "",
      unix_socket_directories: this.home,
      unix_socket_permissions: "0700",
      max_connections: "100",
      jit: "off",
      timezone: "UTC",
      // Replicas get the log of the last seconds also after they were away.
      wal_keep_size: "256MB",
      cluster_name: this.#name,
      ...this.#settings,
    });
  }

  async crash(): Promise<void> {
    await this.#running?.stop(0);
    await this.#running?.ended;
    this.#running = undefined;
  }

  async query(text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: this.#url("postgres") });
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    await this.crash();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * A primary and replicas of it, by streaming replication.
 * @param fill writes the database before it is copied
 */
export async function startReplicated(
  count: number,
  fill: (url: string) => Promise<unknown>,
  settings: Readonly<Record<string, string>> = { fsync: "off", full_page_writes: "off" },
): Promise<Replicated> {
  await using stack = new AsyncDisposableStack();
  const newNode = (name: string) => {
    const node = new Node(name, newDataDir(), settings);
    stack.defer(() => node.remove());
    return node;
  };
  const primary = newNode("primary");
  const filled = await startEmbeddedDatabase(primary.folder, { say() {}, durable: false });
  try {
    await fill(filled.url);
  } finally {
    await filled.stop(5_000);
  }
  appendFileSync(path.join(primary.cluster, "pg_hba.conf"), "local replication all peer map=second_serve\n");
  const replicas = Array.from({ length: count }, (_, at) => newNode(`replica${at + 1}`));
  for (const replica of replicas) {
    execFileSync("cp", ["-a", primary.cluster, replica.cluster]);
    follow(replica, primary);
  }
  for (const node of [primary, ...replicas]) await node.start();
  const running = stack.move();
  return { primary, replicas, stop: () => running.disposeAsync() };
}

/** Makes a stopped PostgreSQL one that streams from `primary`. */
function follow(replica: Node, primary: Node): void {
  const source = `host=${primary.home} port=5432 user=postgres`;
  writeFileSync(path.join(replica.cluster, "standby.signal"), "");
  appendFileSync(path.join(replica.cluster, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
}
