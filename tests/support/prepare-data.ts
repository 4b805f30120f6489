import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { startEmbeddedDatabase } from "../../server/embedded-database.ts";
import { migrate } from "../../server/migrate.ts";
import { catchUpPostalCodes } from "../../server/postal-catch-up.ts";
import { loadPostalRegions } from "../../server/postal-regions.ts";
import { newDataDir, startServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder as a first start leaves it, with all postal codes; nothing runs on it. */
    preparedDataDir: string;
  }
}

/** The first start of the tests of commands, most of which are about what comes later. */
export async function setup(project: TestProject): Promise<() => void> {
  const dataDir = newDataDir();
  const database = await startEmbeddedDatabase(dataDir, { say: () => {} });
  await migrate(database.url);
  await loadPostalRegions(database.url);
  await catchUpPostalCodes(database.url);
  await database.stop(5_000);
  // It makes the tables of its jobs, and its secret.
  const server = await startServer({ dataDir });
  await server.stop();
  project.provide("preparedDataDir", dataDir);
  return () => rmSync(dataDir, { recursive: true, force: true });
}
