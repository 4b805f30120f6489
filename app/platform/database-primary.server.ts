import pg from "pg";

/**
 * Of several databases that take writes, the one with the newest timeline was promoted last. A standby has none. The
 * identifier is that of the database from which all its copies were made.
 */
const STATE = `select system_identifier::text as cluster, case when not pg_is_in_recovery()
  then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline from pg_control_system()`;
const PATIENCE_MS = 2_000;

/** Of a database: whose copy it is, and its timeline, if it takes writes. */
interface State {
  readonly cluster: string;
  readonly timeline: string | null;
}

/** Of the primary in use. One that was replaced, and comes back, gets no writes. */
export interface Primary {
  /** Undefined before a database answered. */
  readonly cluster?: string;
  readonly timeline: string;
}

export const NO_PRIMARY: Primary = { timeline: "" };

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

/**
 * Asks databases which of them is the primary. It changes places with the first one; none does if no database takes
 * writes.
 */
export async function primaryFirst(
  urls: readonly string[],
  before = NO_PRIMARY,
): Promise<{ urls: readonly string[]; primary: Primary }> {
  const states = await Promise.all(urls.map(stateOf));
  // DATABASE_URL says which database is meant, if it answers.
  const cluster = before.cluster ?? states.find((state) => state)?.cluster;
  const timelines = states.map((state) => (state?.cluster === cluster && state?.timeline) || "");
  const timeline = timelines.toSorted().at(-1) ?? "";
  if (timeline === "" || timeline < before.timeline) return { urls, primary: before };
  const at = timelines.indexOf(timeline);
  const [first = "", newest = ""] = [urls[0], urls[at]];
  return {
    urls: urls.map((url, place) => (place === 0 ? newest : place === at ? first : url)),
    primary: { cluster, timeline },
  };
}
