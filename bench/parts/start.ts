import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedDatabase } from "#server/embedded-database.ts";
import { newDataDir, spawnServer } from "#tests/support/server.ts";
import type { Bench } from "../bench.ts";
import { interleaved, milliseconds } from "../measure.ts";
import { ms, type Row } from "../report.ts";
import { get } from "../shop.ts";

const REPEATS = 5;

/** The time from an empty data folder to the first page of a built shop, demo stock included. */
async function firstPage(): Promise<number> {
  const dataDir = newDataDir();
  const started = performance.now();
  const server = await spawnServer({ savesMemory: true, dataDir, env: { DEMO_DATA: "on" } });
  const failed = server.ended.then(() => {
    throw new Error(`The server ended:\n${server.output()}`);
  });
  failed.catch(() => {});
  const answered = async () => {
    for (;;) {
      const page = await get(server.url).catch(() => undefined);
      if (page) return;
      await delay(5);
    }
  };
  await Promise.race([answered(), failed]);
  const duration = performance.now() - started;
  server.child.kill("SIGTERM");
  await server.ended;
  rmSync(dataDir, { recursive: true, force: true });
  return duration;
}

async function databaseAlone(folder: string): Promise<number> {
  const dataDir = path.join(folder, "empty");
  mkdirSync(dataDir, { mode: 0o711 });
  let database: Awaited<ReturnType<typeof startEmbeddedDatabase>> | undefined;
  const duration = await milliseconds(async () => {
    database = await startEmbeddedDatabase(dataDir, { say: () => {} });
  });
  await database?.stop(10_000);
  rmSync(dataDir, { recursive: true, force: true });
  return duration;
}

export async function benchStart({ folder }: Bench): Promise<Row[]> {
  const durations = await interleaved(REPEATS, { shop: firstPage, database: () => databaseAlone(folder) });
  return [
    {
      what: "empty folder -> first page",
      against: "initdb + start of PostgreSQL alone",
      ratio: durations.shop / durations.database,
      budget: { at: "most", limit: 6, goal: 2.5 },
      figures: `${ms(durations.shop)} against ${ms(durations.database)}`,
    },
  ];
}
