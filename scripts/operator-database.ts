import { existsSync } from "node:fs";
import { type Config, EnvError, parseEnv } from "#app/platform/env.server.ts";
import { isTaken, openDataDir, storedSecret } from "#server/data-dir.ts";
import { checkDatabase } from "#server/database-check.ts";
import { runningDatabase, startEmbeddedDatabase } from "#server/embedded-database.ts";
import { migrate } from "#server/migrate.ts";
import { StartupError } from "#server/startup-error.ts";

/** The shop's database, as a command of its operator uses it. */
export interface OperatorDatabase {
  readonly url: string;
  close(): Promise<void>;
}

const NO_SECRET = "not used".repeat(4);

/** The settings of the environment. Nobody signs in here, so the server's secret may be missing: then it is empty. */
export function operatorSettings(): Config {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const { AUTH_SECRET, AUTH_SECRET_FILE } = process.env;
  const instead = AUTH_SECRET || AUTH_SECRET_FILE ? {} : { AUTH_SECRET: NO_SECRET };
  const config = parseEnv({ ...process.env, ...instead });
  if (config.authSecret === NO_SECRET) config.authSecret = storedSecret(config.dataDir, "auth-secret") ?? "";
  return config;
}

/**
 * Opens the database that the environment names. The embedded one is started, unless the shop is running on it.
 * @throws StartupError when it cannot be used now, and EnvError when an environment variable is wrong
 */
export async function openOperatorDatabase(say: (sentence: string) => void): Promise<OperatorDatabase> {
  const { databaseUrl, dataDir } = operatorSettings();
  if (databaseUrl !== undefined) {
    await checkDatabase(databaseUrl, false);
    return { url: databaseUrl, close: async () => {} };
  }
  if (isTaken(dataDir)) {
    const url = runningDatabase(dataDir);
    if (url) return { url, close: async () => {} };
    throw new StartupError(`Second Serve is just starting or ending on ${dataDir}: try again in a moment.`);
  }
  const lock = openDataDir(dataDir);
  const database = await startEmbeddedDatabase(dataDir, { say });
  return {
    url: database.url,
    async close() {
      await database.stop(10_000);
      lock.release();
    },
  };
}

/** Runs a command of the operator. Failures that the operator can fix print only their message, without a stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof EnvError) for (const fault of error.faults) console.error(fault);
    else console.error(error instanceof StartupError ? error.message : error);
  }
}

/** Runs a command of the operator with the migrated database. */
export async function runOnDatabase(
  say: (sentence: string) => void,
  command: (databaseUrl: string, appliedMigrations: readonly string[]) => Promise<void>,
): Promise<void> {
  await runCommand(async () => {
    const database = await openOperatorDatabase(say);
    try {
      await command(database.url, await migrate(database.url));
    } finally {
      await database.close();
    }
  });
}
