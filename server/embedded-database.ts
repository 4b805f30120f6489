import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, totalmem } from "node:os";
import path from "node:path";
import pg from "pg";
import { type Places, placesFor } from "./postgres-places.ts";
import { clearLeftovers, runPostgres } from "./postgres-process.ts";
import { StartupError } from "./startup-error.ts";

export type EmbeddedDatabase = {
  /** For the database of the shop, as the role that owns it. */
  url: string;
  /** For the database `postgres`, as the superuser. */
  adminUrl: string;
  /** Resolves when PostgreSQL has ended, also after a crash. */
  ended: Promise<void>;
  /** Stops PostgreSQL cleanly, or at once when that takes longer than `patience` ms. */
  stop(patience: number): Promise<void>;
};

type Options = {
  say(sentence: string): void;
  /** False only for tests, whose data need not survive a power failure. */
  durable?: boolean;
  /** The most connections; in tests, several servers share one database. */
  connections?: number;
};

const OWNER = "second_serve";
const PORT = "5432";
/** In bytes. The system limits the path of a socket, on macOS to 103 bytes: this folder and `/.s.PGSQL.5432`. */
const LONGEST_SOCKET_FOLDER = 85;
const LARGEST_LOG = 8 * 1024 * 1024;

function settingsFor(socketFolder: string, durable: boolean, connections: number): Record<string, string> {
  const safety = durable ? "on" : "off";
  return {
    listen_addresses: "",
    port: PORT,
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    // Set here, so that no edited file can override them.
    fsync: safety,
    full_page_writes: safety,
    synchronous_commit: safety,
    max_connections: String(connections),
    shared_buffers: totalmem() > 2 ** 31 ? "256MB" : "128MB",
    effective_cache_size: `${Math.round(totalmem() / 2 ** 21)}MB`,
    work_mem: "16MB",
    maintenance_work_mem: "128MB",
    max_wal_size: "2GB",
    random_page_cost: "1.1",
    jit: "off",
    // Each look starts a process for each database, which takes most of the time of a shop at rest.
    autovacuum_naptime: "5min",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
  };
}

function runInitdb(places: Places, folder: string, durable: boolean): Promise<void> {
  const child = spawn(
    path.join(places.bin, "initdb"),
    [
      `--pgdata=${folder}`,
      "--username=postgres",
      "--encoding=UTF8",
      // With this locale, texts have the same order on every machine, and nothing has to be installed.
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--auth-local=peer",
      "--auth-host=reject",
      "--no-instructions",
      ...(durable ? [] : ["--no-sync"]),
    ],
    {
      ...places.account.ids,
      cwd: "/",
      env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const end = () => child.kill();
  process.once("exit", end);
  let output = "";
  child.stderr?.on("data", (part) => {
    output += part;
  });
  return new Promise((resolve, reject) => {
    const refuse = () =>
      reject(
        new StartupError(
          `The embedded database cannot be made in ${folder}: ${output.trim().split("\n")[0]}.`,
        ),
      );
    child.once("error", refuse);
    child.once("close", (code) => {
      process.off("exit", end);
      if (code === 0) resolve();
      else refuse();
    });
  });
}

/** The kernel identifies the user of a connection (peer), so there is no password. */
function writeAccess(places: Places, cluster: string): void {
  const users = [...new Set([places.account.name, ...(places.account.ids ? ["root"] : [])])];
  const map = users.flatMap((user) => [OWNER, "postgres"].map((role) => `${OWNER} "${user}" ${role}\n`));
  writeFileSync(path.join(cluster, "pg_ident.conf"), map.join(""));
  writeFileSync(path.join(cluster, "pg_hba.conf"), `local all all peer map=${OWNER}\n`);
}

async function makeCluster(places: Places, cluster: string, durable: boolean): Promise<void> {
  // Created beside its final folder and then renamed, so that a later start never finds half a cluster.
  const unfinished = `${cluster}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  await runInitdb(places, unfinished, durable);
  writeAccess(places, unfinished);
  renameSync(unfinished, cluster);
}

function checkVersion(places: Places, cluster: string): void {
  const version = readFileSync(path.join(cluster, "PG_VERSION"), "utf8").trim();
  if (version === places.major) return;
  throw new StartupError(
    `The database in ${cluster} was made by PostgreSQL ${version} and this is ${places.major}: make a backup with the program that made it, and restore it into another DATA_DIR.`,
  );
}

function socketFolderFor({ home, account }: Places): string {
  if (Buffer.byteLength(home) <= LONGEST_SOCKET_FOLDER) return home;
  const folder = mkdtempSync(path.join(tmpdir(), "second-serve-"));
  chmodSync(folder, 0o700);
  if (account.ids) chownSync(folder, account.ids.uid, account.ids.gid);
  return folder;
}

function urlFor(socketFolder: string, role: string, database: string): string {
  return `postgresql://${role}@localhost:${PORT}/${database}?host=${encodeURIComponent(socketFolder)}`;
}

/** The `url` of the database of this folder, if another process runs it. */
export function runningDatabase(dataDir: string): string | undefined {
  try {
    const pidFile = path.join(realpathSync(path.join(dataDir, "postgres")), "cluster", "postmaster.pid");
    // The fifth line is the folder of the socket.
    const socketFolder = readFileSync(pidFile, "utf8").split("\n")[4];
    return socketFolder ? urlFor(socketFolder, OWNER, OWNER) : undefined;
  } catch {
    return undefined;
  }
}

/** Creates the shop's role, which is no superuser, and the database that it owns. */
async function makeDatabase(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const roles = await admin.query("select 1 from pg_roles where rolname = $1", [OWNER]);
    if (roles.rowCount === 0) await admin.query(`create role ${OWNER} login`);
    const databases = await admin.query("select 1 from pg_database where datname = $1", [OWNER]);
    if (databases.rowCount === 0) await admin.query(`create database ${OWNER} owner ${OWNER}`);
  } finally {
    await admin.end();
  }
}

/**
 * Starts the PostgreSQL of this folder (docs/decisions/0002), whose lock the caller has. The first start creates the
 * cluster. Only root, and the user as whom PostgreSQL runs, can open the socket.
 * @throws StartupError with the reason when it does not start
 */
export async function startEmbeddedDatabase(dataDir: string, options: Options): Promise<EmbeddedDatabase> {
  const { say, durable = true, connections = 80 } = options;
  const places = placesFor(dataDir, say);
  const cluster = path.join(places.home, "cluster");
  if (!existsSync(cluster)) await makeCluster(places, cluster, durable);
  checkVersion(places, cluster);
  await clearLeftovers(cluster);
  writeAccess(places, cluster);

  const log = path.join(dataDir, "postgres.log");
  if (existsSync(log) && statSync(log).size > LARGEST_LOG) truncateSync(log);
  const socketFolder = socketFolderFor(places);
  const removeSocketFolder = () => {
    if (socketFolder !== places.home) rmSync(socketFolder, { recursive: true, force: true });
  };
  const settings = settingsFor(socketFolder, durable, connections);
  const running = await runPostgres(
    places.account,
    path.join(places.bin, "postgres"),
    cluster,
    log,
    settings,
  );
  running.ended.then(removeSocketFolder);

  const adminUrl = urlFor(socketFolder, "postgres", "postgres");
  try {
    await makeDatabase(adminUrl);
  } catch (error) {
    await running.stop(2_000);
    throw error;
  }
  return { url: urlFor(socketFolder, OWNER, OWNER), adminUrl, ended: running.ended, stop: running.stop };
}
