import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { startEmbeddedDatabase } from "../../server/embedded-database.ts";
import { migrate } from "../../server/migrate.ts";
import { loadPostalCodes } from "../../server/postal-codes.ts";
import { newDataDir, startServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of a data folder after a first start, with all postal codes. No server runs on it. */
    preparedDataDir: string;
  }
}

/** Creates a data folder on which a server has started once. The caller removes it. */
export async function newPreparedDataDir(): Promise<string> {
  const dataDir = newDataDir();
  const database = await startEmbeddedDatabase(dataDir, { say: () => {} });
  await migrate(database.url);
  await loadPostalCodes(database.url);
  await database.stop(5_000);
  // The start creates the job tables and the secret.
  const server = await startServer({ dataDir });
  await server.stop();
  return dataDir;
}

/** Tests in tests/commands copy this data folder, because their servers then start in less time. */
export async function setup(project: TestProject): Promise<() => void> {
  const dataDir = await newPreparedDataDir();
  project.provide("preparedDataDir", dataDir);
  return () => rmSync(dataDir, { recursive: true, force: true });
}
