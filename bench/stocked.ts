import { mkdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { compactCounts } from "#app/features/listings/jobs.server.ts";
import { updateDictionary } from "#app/features/search/dictionary/dictionary.server.ts";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { startEmbeddedDatabase } from "#server/embedded-database.ts";
import type { Bench } from "./bench.ts";
import { loadStock } from "./load.ts";
import type { Assortment } from "./stock.ts";

export interface Stocked {
  /** The database URL for each number of listings. */
  readonly urls: ReadonlyMap<number, string>;
  stop(): Promise<void>;
}

function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

export function stockedFolder(folder: string): string {
  return path.join(folder, "stocked");
}

/** Starts an embedded PostgreSQL as `npm start` does, with a database for each number of listings. */
export async function startStocked(
  { folder, say }: Bench,
  sizes: readonly number[],
  now: Date,
  assortment: Assortment = "rackets",
): Promise<Stocked> {
  const dataDir = stockedFolder(folder);
  mkdirSync(dataDir, { mode: 0o711, recursive: true });
  const server = await startEmbeddedDatabase(dataDir, { say });
  const urls = new Map<number, string>();
  for (const size of sizes) {
    say(`Loading ${size.toLocaleString("en")} listings (${assortment}).`);
    const name = `stock_${size}${assortment === "rackets" ? "" : "_all"}`;
    const admin = new pg.Client({ connectionString: server.adminUrl });
    await admin.connect();
    await admin.query(`create database ${name} owner ${new URL(server.url).username}`);
    await admin.end();
    const url = withDatabase(server.url, name);
    await loadStock(url, withDatabase(server.adminUrl, name), size, now, assortment);
    await use(url, dataDir);
    // In a running shop, jobs do this: the first every minute, the second every hour.
    await updateDictionary();
    await compactCounts();
    urls.set(size, url);
  }
  return {
    urls,
    async stop() {
      await closeDb();
      await server.stop(10_000);
    },
  };
}

/** Makes this database the one that the shop's functions use. */
export async function use(url: string, dataDir: string): Promise<void> {
  await closeDb();
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    AUTH_SECRET: "only the bench has it, and it is long enough",
  };
  configure(parseEnv(settings));
}
