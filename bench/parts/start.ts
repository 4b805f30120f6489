import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { startEmbeddedDatabase } from "#server/embedded-database.ts";
import { startServer } from "#tests/support/server.ts";
import { interleaved } from "../measure.ts";
import { atMost, ms, type Part } from "../report.ts";
import { get } from "../shop.ts";

/** The time from an empty data folder to the first page of a built shop, demo stock included. */
async function firstPage(): Promise<number> {
  const started = performance.now();
  const server = await startServer({ savesMemory: true, env: { DEMO_DATA: "on" } });
  await get(server.url);
  const duration = performance.now() - started;
  await server.stop();
  return duration;
}

async function databaseAlone(folder: string): Promise<number> {
  const dataDir = path.join(folder, "empty");
  mkdirSync(dataDir, { mode: 0o711 });
  const started = performance.now();
  const database = await startEmbeddedDatabase(dataDir, { say: () => {} });
  const duration = performance.now() - started;
  await database.stop(10_000);
  rmSync(dataDir, { recursive: true, force: true });
  return duration;
}

export const start: Part = async ({ folder }) => {
  const durations = await interleaved(5, { shop: firstPage, database: () => databaseAlone(folder) });
  return [
    {
      what: "empty folder -> first page",
      against: "initdb + start of PostgreSQL alone",
      ratio: durations.shop / durations.database,
      budget: atMost(6, 2.5),
      figures: `${ms(durations.shop)} against ${ms(durations.database)}`,
    },
  ];
};
