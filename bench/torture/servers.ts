import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { closeDb } from "#app/platform/db.server.ts";
import { startEmbeddedDatabase } from "#server/embedded-database.ts";
import { AUTH_SECRET, freePort, startServer, type TestServer } from "#tests/support/server.ts";
import type { Torture } from "./row.ts";
import { connectTo, copiedDataDir } from "./shop.ts";

/** Servers that share a database and a storage, each on its own port, which stays when it is started again. */
export interface Servers extends AsyncDisposable {
  readonly urls: readonly string[];
  readonly running: readonly (TestServer | undefined)[];
  /** Starts the nth server, also with the sources and the build of another folder. */
  start(nth: number, root?: string): Promise<TestServer>;
  /** Stops the nth server as systemd does. Returns its exit code. */
  stop(nth: number): Promise<number | NodeJS.Signals>;
}

export async function openServers(torture: Torture, count: number): Promise<Servers> {
  const dataDir = copiedDataDir(torture);
  const storage = mkdtempSync(path.join(tmpdir(), "second-serve-storage-"));
  const database = await startEmbeddedDatabase(dataDir, { say: torture.say, connections: 100 });
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const [url = ""] = urls;
  const running: (TestServer | undefined)[] = [];
  const env = {
    ...{ AUTH_SECRET, DATABASE_URL: database.url, STORAGE_URL: `file:${storage}` },
    // The load generator names each visitor in X-Forwarded-For, and calls the shop by one name at both ports.
    ...{ BASE_URL: url, TRUSTED_PROXIES: "127.0.0.1" },
  };
  async function start(nth: number, root?: string): Promise<TestServer> {
    const server = await startServer({ env: { ...env, PORT: String(ports[nth]) }, ...(root && { root }) });
    running[nth] = server;
    return server;
  }
  async function stop(nth: number): Promise<number | NodeJS.Signals> {
    const server = running[nth];
    running[nth] = undefined;
    await server?.stop();
    return server?.ended ?? 0;
  }
  async function close(): Promise<void> {
    await closeDb();
    await Promise.all(ports.map((_, nth) => stop(nth)));
    await database.stop(10_000);
    for (const folder of [dataDir, storage]) rmSync(folder, { recursive: true, force: true });
  }
  try {
    await connectTo(database.url, dataDir, url);
    for (const nth of ports.keys()) await start(nth);
  } catch (error) {
    await close();
    throw error;
  }
  return { urls, running, start, stop, [Symbol.asyncDispose]: close };
}
