import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { StartupError } from "./startup-error.ts";

/** The first version with `uuidv7()`. */
const MIN_VERSION = 18;

/** Without these, a crash can lose an acknowledged write. */
const DURABILITY_SETTINGS = ["fsync", "full_page_writes", "synchronous_commit"];

/**
 * A sentence about what is wrong with a database; undefined if nothing is.
 * @param settings by name: `server_version_num` and DURABILITY_SETTINGS
 */
export function databaseFault(
  settings: ReadonlyMap<string, string>,
  mustBeDurable: boolean,
): string | undefined {
  const version = Math.floor(Number(settings.get("server_version_num")) / 10_000);
  if (version < MIN_VERSION)
    return `The database is PostgreSQL ${version}, and Second Serve needs ${MIN_VERSION} or newer.`;
  const off = DURABILITY_SETTINGS.filter((name) => settings.get(name) === "off");
  if (!mustBeDurable || off.length === 0) return undefined;
  return `The database can lose what it has acknowledged: turn ${off.join(", ")} on.`;
}

const RETRY_MS = 500;

/** Codes of the system (not ERR_… of TLS), and of a PostgreSQL that starts, stops or has no connection left. */
const PASSING_CODE = /^(E(?!RR_)[A-Z_]+|57P0\d|53300|08\w{3})$/;
const PASSING_MESSAGE = /^(timeout expired|Connection terminated)/;

function isPassing(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return PASSING_CODE.test(code) || PASSING_MESSAGE.test(message);
}

interface Patience {
  readonly milliseconds: number;
  /** Is told once that there is something to wait for. */
  say(sentence: string): void;
}

/** @throws StartupError after that time, or at once for a reason that time does not mend, such as a wrong password */
async function connected(databaseUrl: string, { milliseconds, say }: Patience): Promise<pg.Client> {
  const end = performance.now() + milliseconds;
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
    // The connection may break between its queries, which then fail.
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      const reason = error instanceof Error ? error.message || error.name : String(error);
      if (!isPassing(error) || performance.now() + RETRY_MS > end)
        throw new StartupError(`The database of DATABASE_URL cannot be reached: ${reason}.`);
      if (attempt === 1)
        say(`Waiting up to ${milliseconds / 1000} s for the database of DATABASE_URL (${reason}).`);
      await delay(RETRY_MS);
    }
  }
}

/**
 * Checks that the database answers, is new enough, and, with `mustBeDurable`, keeps acknowledged writes.
 * @param patience to wait for a database that starts at the same time, as after a power failure
 * @throws StartupError with the first fault
 */
export async function checkDatabase(
  databaseUrl: string,
  mustBeDurable: boolean,
  patience: Patience = { milliseconds: 0, say() {} },
): Promise<void> {
  const client = await connected(databaseUrl, patience);
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      "select name, setting from pg_settings where name = 'server_version_num' or name = any($1)",
      [DURABILITY_SETTINGS],
    );
    const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
    const fault = databaseFault(settings, mustBeDurable);
    if (fault) throw new StartupError(fault);
  } finally {
    await client.end();
  }
}
