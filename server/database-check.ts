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

/**
 * Checks that the database answers, is new enough, and, with `mustBeDurable`, keeps acknowledged writes.
 * @throws StartupError with the first fault
 */
export async function checkDatabase(databaseUrl: string, mustBeDurable: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartupError(`The database of DATABASE_URL cannot be reached: ${reason}.`);
  }
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
