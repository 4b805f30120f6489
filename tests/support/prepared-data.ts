import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { inject } from "vitest";
// Types for `inject`.
import type {} from "./prepare-data.ts";
import { newDataDir, startServer, type TestServer } from "./server.ts";

/**
 * Copies a data folder on which a server has started once, because a first start takes long. The caller removes the
 * copy.
 */
export function preparedDataDir(): string {
  const folder = newDataDir();
  // `-a` keeps the owners of files, because the database may run as another user.
  execFileSync("cp", ["-a", `${inject("preparedDataDir")}/.`, folder]);
  return folder;
}

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
