import pg from "pg";
import { Refusal } from "./refusal.ts";

/** `uuidv7()` came with it. */
const OLDEST = 18;

/** Settings without which an acknowledged write can be gone after a crash (design §4). */
const DURABLE = ["fsync", "full_page_writes", "synchronous_commit"];

/**
 * Whether the shop can live on this database: it answers, it is new enough, and what it acknowledges is on disk.
 * @throws Refusal with the first thing that is wrong.
 */
export async function checkDatabase(databaseUrl: string, mustBeDurable: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new Refusal(`The database of DATABASE_URL cannot be reached: ${reason}.`);
  }
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      "select name, setting from pg_settings where name = 'server_version_num' or name = any($1)",
      [DURABLE],
    );
    const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
    const version = Math.floor(Number(settings.get("server_version_num")) / 10_000);
    if (version < OLDEST) {
      throw new Refusal(`The database is PostgreSQL ${version}, and Second Serve needs ${OLDEST} or newer.`);
    }
    const off = DURABLE.filter((name) => settings.get(name) === "off");
    if (mustBeDurable && off.length > 0) {
      const what = off.join(" and ");
      throw new Refusal(
        `The database would lose what was saved: turn ${what} on, or NODE_ENV must not be production.`,
      );
    }
  } finally {
    await client.end();
  }
}
