import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { postmasterOf } from "#tests/support/postmaster.ts";
import { AUTH_SECRET, freePort, newDataDir, startServer, type TestServer } from "#tests/support/server.ts";
import type { Torture } from "./row.ts";

/** A copy of the template. `-a` keeps the owners of files, because the database may run as another user. */
export function copiedDataDir({ template }: Torture): string {
  const folder = newDataDir();
  execFileSync("cp", ["-a", `${template}/.`, folder]);
  return folder;
}

/** Makes the shop's functions in this process use this database. */
export async function connectTo(databaseUrl: string, dataDir: string, url: string): Promise<void> {
  await closeDb();
  configure(parseEnv({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, AUTH_SECRET, BASE_URL: url }));
}

/** A shop with its own database, as `npm start` runs it. Whenever it ends, it is started again, as systemd does. */
export interface KeptShop extends AsyncDisposable {
  readonly url: string;
  readonly dataDir: string;
  /** Starts that failed: what the program said. */
  readonly failures: readonly string[];
  /** The running server: waits until there is one. */
  server(): Promise<TestServer>;
  /** Kills the program and all that it started, except the database, which its watcher then ends. */
  killProgram(): Promise<void>;
  /** Kills the database, with all its processes. */
  killDatabase(): Promise<void>;
  stop(): Promise<void>;
}

export async function openKeptShop(torture: Torture): Promise<KeptShop> {
  const dataDir = copiedDataDir(torture);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { AUTH_SECRET, PORT: String(port), TRUSTED_PROXIES: "127.0.0.1" };
  const failures: string[] = [];
  let running: TestServer | undefined;
  let isOver = false;
  async function keepOpen(): Promise<void> {
    while (!isOver) {
      try {
        const started = await startServer({ dataDir, env });
        running = started;
        if (isOver) await started.stop();
        await started.ended;
      } catch (error) {
        failures.push(String(error));
        await delay(100);
      }
      running = undefined;
    }
  }
  const kept = keepOpen();
  async function server(): Promise<TestServer> {
    while (!running) {
      if (failures.length > 50) throw new Error(`The shop does not start: ${failures.at(-1)}`);
      await delay(10);
    }
    return running;
  }
  async function stop(): Promise<void> {
    isOver = true;
    await closeDb();
    await running?.stop();
    await kept;
  }
  const { databaseUrl } = await server();
  await connectTo(databaseUrl, dataDir, url);
  return {
    ...{ url, dataDir, failures, server, stop },
    async killProgram() {
      const { child } = await server();
      process.kill(-(child.pid ?? Number.NaN), "SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
    async killDatabase() {
      const { ended } = await server();
      process.kill(postmasterOf(dataDir), "SIGKILL");
      await ended;
    },
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
