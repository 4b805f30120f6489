import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedDatabase } from "../../server/embedded-database.ts";
import { migrate } from "../../server/migrate.ts";
import { catchUpPostalCodes } from "../../server/postal-catch-up.ts";
import { loadPostalRegions } from "../../server/postal-regions.ts";
import { AUTH_SECRET, startServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The superuser's address of the run's own PostgreSQL, where every test file gets a database. */
    adminUrl: string;
    /** The migrated database that the others are copies of; a server has been started on it where servers are. */
    templateUrl: string;
  }
}

/**
 * One PostgreSQL for the whole run, with a migrated database to copy. Real but for its sync to disk, without which a
 * whole server, as the browser tests start it, would refuse to run.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const startsServers = project.name !== "database";
  const dataDir = mkdtempSync(path.join(tmpdir(), "second-serve-test-"));
  chmodSync(dataDir, 0o711); // As root the server is another user, who passes through.
  const database = await startEmbeddedDatabase(dataDir, {
    say: () => {},
    durable: startsServers,
  });
  await migrate(database.url);
  // The postal codes and the tables of the jobs take longer than all else that a start does: the copies have them.
  if (startsServers) {
    await loadPostalRegions(database.url);
    await catchUpPostalCodes(database.url);
    const server = await startServer({ env: { AUTH_SECRET, DATABASE_URL: database.url } });
    await server.stop();
  }
  project.provide("adminUrl", database.adminUrl);
  project.provide("templateUrl", database.url);
  return async () => {
    await database.stop(5_000);
    rmSync(dataDir, { recursive: true, force: true });
  };
}
