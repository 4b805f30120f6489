import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { inject } from "vitest";
// Types for `inject`.
import type {} from "./prepare-data.ts";
import { newDataDir, startServer, type TestServer } from "./server.ts";

/**
 * Copies a data folder on which a server has started once, because a first start takes long. Returns the path of the
 * copy, which the caller removes.
 */
export function preparedDataDir(): string {
  const folder = newDataDir();
  // `-a` keeps the owners of files, because the database may run as another user.
  execFileSync("cp", ["-a", `${inject("preparedDataDir")}/.`, folder]);
  return folder;
}

/** Like `startServer`, on a copy of the prepared data folder. `stop` removes the copy. */
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
