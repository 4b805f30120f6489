import { execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDb, db } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { CONTRACTS, MIGRATIONS, migrationsIn } from "#server/migrate.ts";
import { crawl } from "#tests/support/crawl.ts";
import { newSession } from "#tests/support/people.ts";
import { preparedDataDir } from "#tests/support/prepared-data.ts";
import { AUTH_SECRET, type ServerProcess, spawnServer, startServer } from "#tests/support/server.ts";

// Law 19 of docs/laws.md: the version before works with the schema of this version.

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Page tests of the flows that write the most. The version before runs its own, which know its pages. */
const FLOWS = ["accounts", "sell", "search", "chat", "offers", "deals", "favorites", "notifications"].map(
  (name) => `tests/pages/${name}.page.test.ts`,
);

const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();

const CHECKSUMS = "db/migrations/checksums.txt";

/**
 * The newest commit whose migrations are a beginning of this folder's. Commits between the two may have an unpublished
 * migration with another text, which no database has.
 */
function commitBefore(): string {
  const now = readFileSync(path.join(ROOT, CHECKSUMS), "utf8");
  const isBefore = (commit: string) => {
    const then = git("show", `${commit}:${CHECKSUMS}`);
    return then !== now.trim() && now.startsWith(`${then}\n`);
  };
  const commit = git("log", "--format=%H", "--", CHECKSUMS).split("\n").find(isBefore);
  if (commit === undefined)
    throw new Error(
      "This clone does not have the version before the newest migration: get it with git fetch --unshallow.",
    );
  // Of the commits with these migrations, the newest is the parent of the one that changed them.
  const next = git("log", "--format=%H", `${commit}..HEAD`, "--", CHECKSUMS).split("\n").at(-1);
  return next ? git("rev-parse", `${next}^`) : git("rev-parse", "HEAD");
}

function hasSamePackages(folder: string): boolean {
  type Packages = Record<string, { version?: string }>;
  const packagesOf = (place: string): Packages =>
    JSON.parse(readFileSync(path.join(place, "package-lock.json"), "utf8")).packages;
  const installed = packagesOf(ROOT);
  return Object.entries(packagesOf(folder)).every(
    ([place, { version }]) => place === "" || installed[place]?.version === version,
  );
}

/** Runs a program of the version before. Returns what it printed if it fails; null if it succeeds. */
function failureOf(args: readonly string[], signal?: AbortSignal): Promise<string | null> {
  const child = spawn(process.execPath, args, {
    cwd: before,
    signal,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
      HOME: process.env.HOME,
      TMPDIR: files,
      // Both versions have almost the same packages.
      NODE_COMPILE_CACHE: path.join(ROOT, ".cache", "compiled"),
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code === 0 ? null : output));
  });
}

/** The sources of the version before. */
let before: string;
/** Its temporary files, which the version before may leave. */
let files: string;
let dataDir: string;

beforeAll(async () => {
  before = mkdtempSync(path.join(tmpdir(), "second-serve-before-"));
  files = mkdtempSync(path.join(tmpdir(), "second-serve-files-"));
  // The embedded database may run as another user, who must be able to enter these folders.
  for (const folder of [before, files]) chmodSync(folder, 0o755);
  const archive = path.join(before, "sources.tar");
  git("archive", "--output", archive, commitBefore());
  execFileSync("tar", ["-xf", archive, "-C", before]);
  rmSync(archive);
  const missing = FLOWS.filter((file) => !existsSync(path.join(before, file)));
  if (missing.length > 0)
    throw new Error(`The version before has no ${missing.join(", ")}: name its tests in FLOWS.`);
  if (hasSamePackages(before))
    symlinkSync(path.join(ROOT, "node_modules"), path.join(before, "node_modules"));
  else expect(await failureOf(["scripts/prepare.mjs"])).toBe(null);
  expect(await failureOf(["scripts/build.ts"])).toBe(null);
  dataDir = preparedDataDir();
});

afterAll(() => {
  for (const folder of [before, files, dataDir]) if (folder) rmSync(folder, { recursive: true, force: true });
});

/** The files that the version before does not have. */
function laterMigrations() {
  const names = new Set(migrationsIn(path.join(before, "db/migrations")).map(({ name }) => name));
  return migrationsIn(MIGRATIONS).filter(({ name }) => !names.has(name));
}

const errorsIn = (server: ServerProcess) =>
  server
    .output()
    .split("\n")
    .filter((line) => /"level":[56]0\b/.test(line));

test("the version before starts on the database of this version, unless that contracts, and its log has no error", async () => {
  const later = laterMigrations();
  expect(later).not.toEqual([]);
  const options = { root: before, dataDir, env: { AUTH_SECRET, DEMO_DATA: "on" } };
  if (later.some(({ sql }) => CONTRACTS.test(sql))) {
    const refused = await spawnServer(options);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain("The database is newer than this program");
    return;
  }
  const server = await startServer(options);
  configure(parseEnv({ AUTH_SECRET, DATABASE_URL: server.databaseUrl, BASE_URL: server.url }));
  try {
    const { id } = await db()
      .selectFrom("profiles")
      .select("id")
      .where("username", "=", "sanne")
      .executeTakeFirstOrThrow();
    for (const cookie of [undefined, (await newSession(id)).cookie]) {
      const { faults, addresses } = await crawl(server.url, cookie, "addresses");
      expect(faults).toEqual([]);
      expect(addresses.size).toBeGreaterThan(15);
    }
    expect(errorsIn(server)).toEqual([]);
  } finally {
    await closeDb();
    await server.stop();
  }
});

test("the version before passes its own tests of the main flows on the schema of this version", async ({
  signal,
}) => {
  const folder = path.join(before, "db/migrations");
  cpSync(MIGRATIONS, folder, { recursive: true });
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project=shop", "--maxWorkers=2"];
  expect(await failureOf([...vitest, ...FLOWS], signal)).toBe(null);
});
