import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedDatabase } from "../../server/embedded-database.ts";
import { migrate } from "../../server/migrate.ts";
import { loadPostalCodes } from "../../server/postal-codes.ts";
import { AUTH_SECRET, startServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The superuser's connection string for the run's PostgreSQL, in which every test file gets a database. */
    adminUrl: string;
    /**
     * The connection string of the migrated database that all others are copied from. In test phases that start
     * servers, a server has already run on it.
     */
    templateUrl: string;
    /**
     * A folder for files that a worker needs until it ends. They are removed with it after the run, because Vitest ends
     * workers with a signal.
     */
    workerFiles: string;
  }
}

/**
 * Starts one PostgreSQL for the whole run, with a migrated database as the template. It syncs writes to disk only in
 * phases that start servers, because a server refuses a database that does not sync.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const startsServers = project.name !== "database";
  const dataDir = mkdtempSync(path.join(tmpdir(), "second-serve-test-"));
  chmodSync(dataDir, 0o711); // As root, the server runs as another user, who must be able to enter this folder.
  const database = await startEmbeddedDatabase(dataDir, {
    say: () => {},
    durable: startsServers,
    connections: 200,
  });
  await migrate(database.url);
  // Loading postal codes and creating job tables take most of the time of a first start, so the template has them.
  if (startsServers) {
    await loadPostalCodes(database.url);
    const server = await startServer({ env: { AUTH_SECRET, DATABASE_URL: database.url } });
    await server.stop();
  }
  project.provide("adminUrl", database.adminUrl);
  project.provide("templateUrl", database.url);
  const workerFiles = path.join(dataDir, "workers");
  mkdirSync(workerFiles);
  project.provide("workerFiles", workerFiles);
  return async () => {
    await database.stop(5_000);
    rmSync(dataDir, { recursive: true, force: true });
  };
}
