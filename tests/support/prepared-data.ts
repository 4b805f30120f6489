import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { inject } from "vitest";
// Types for `inject`.
import type {} from "./prepare-data.ts";
import { newDataDir, startServer, type TestServer } from "./server.ts";

/** A copy of a data folder after a first start, which takes a second. The caller removes it. */
export function preparedDataDir(): string {
  const folder = newDataDir();
  // Keeps the owners of files, since the database may run as another user.
  execFileSync("cp", ["-a", `${inject("preparedDataDir")}/.`, folder]);
  return folder;
}

/** Like `startServer`, on a prepared folder, which `stop` removes. */
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
