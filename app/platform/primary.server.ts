import pg from "pg";
import { movePools } from "./checked-pool.server.ts";
import { configure, env } from "./env.server.ts";
import { logger } from "./log.server.ts";

/**
 * Of several databases that take writes, the one with the newest timeline was promoted last. A standby has none. The
 * identifier is that of the database from which all its copies were made.
 */
const STATE = `select system_identifier::text as cluster, case when not pg_is_in_recovery()
  then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline from pg_control_system()`;
const PATIENCE_MS = 2_000;

interface State {
  readonly cluster: string;
  readonly timeline: string | null;
}

/** Of the primary in use. One that was replaced, and comes back, gets no writes. */
let current: { readonly cluster?: string; readonly timeline: string } = { timeline: "" };

async function stateOf(connectionString: string): Promise<State | undefined> {
  const client = new pg.Client({
    connectionString,
    application_name: "second-serve, primary?",
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<State>(STATE)).rows[0];
  } catch {
    return undefined;
  } finally {
    void client.end().catch(() => {});
  }
}

/** Whether a database is a copy of the primary. */
export function isCopy(cluster: string): boolean {
  return current.cluster === undefined || cluster === current.cluster;
}

/** These databases, of which the primary and the first one have changed places; unchanged if none takes writes. */
export async function primaryFirst(urls: readonly string[]): Promise<readonly string[]> {
  const states = await Promise.all(urls.map(stateOf));
  // DATABASE_URL says which database is meant, if it answers.
  const cluster = current.cluster ?? states.find((state) => state)?.cluster;
  const timelines = states.map((state) => (state?.cluster === cluster && state?.timeline) || "");
  const timeline = timelines.toSorted().at(-1) ?? "";
  if (timeline === "" || timeline < current.timeline) return urls;
  current = { cluster, timeline };
  const at = timelines.indexOf(timeline);
  const [first = "", primary = ""] = [urls[0], urls[at]];
  return urls.map((url, place) => (place === 0 ? primary : place === at ? first : url));
}

/** For tests, which use several databases in one process. */
export function forgetPrimary(): void {
  current = { timeline: "" };
}

/**
 * Asks the databases of DATABASE_URL and DATABASE_REPLICA_URLS which is the primary now, after the one in use failed or
 * another was promoted. All pools then open their connections there.
 */
export async function findPrimary(): Promise<void> {
  const { databaseUrl = "", databaseReplicaUrls } = env();
  const [primary = "", ...others] = await primaryFirst([databaseUrl, ...databaseReplicaUrls]);
  // Another call may have found it meanwhile.
  if (primary === databaseUrl || env().databaseUrl !== databaseUrl) return;
  configure({ ...env(), databaseUrl: primary, databaseReplicaUrls: others });
  movePools(databaseUrl, primary);
  logger.warn({ host: hostOf(primary) }, "another database is the primary now");
}

/** The host of a database, for logs and metrics. */
export function hostOf(url: string): string {
  const { host, searchParams } = new URL(url);
  return searchParams.get("host") ?? host;
}
