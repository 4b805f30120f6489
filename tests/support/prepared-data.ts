import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { inject } from "vitest";
// Declares what `inject` knows.
import type {} from "./prepare-data.ts";
import { newDataDir, startServer, type TestServer } from "./server.ts";

/** A new folder with all that a first start makes: the work of a second. The caller removes it. */
export function preparedDataDir(): string {
  const folder = newDataDir();
  // With its owners, as the database may run as another user.
  execFileSync("cp", ["-a", `${inject("preparedDataDir")}/.`, folder]);
  return folder;
}

/** As `startServer`, on a prepared folder, which `stop` removes. */
export async function startPrepared(
  options: Omit<Parameters<typeof startServer>[0] & {}, "dataDir"> = {},
): Promise<TestServer> {
  const dataDir = preparedDataDir();
  const server = await startServer({ ...options, dataDir });
  return {
    ...server,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
