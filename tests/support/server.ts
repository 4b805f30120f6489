import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** The AUTH_SECRET of test servers. Servers that share a database must have the same one. */
export const AUTH_SECRET = "a secret that only tests have, and long enough";

type Options = {
  /**
   * Environment variables of the server. Of the others in .env.example, only PORT, DATA_DIR and LOG_LEVEL have values.
   */
  env?: Record<string, string>;
  /** By default this repository. */
  root?: string;
  /** An existing data folder. By default the server gets a new one, which `stop` removes. */
  dataDir?: string;
  /**
   * Whether the server has the memory settings of `npm start`, for measurements. Without them it needs more memory, and
   * a sixth less processor time.
   */
  savesMemory?: boolean;
  /** Kills the server, also while it starts. */
  signal?: AbortSignal;
  /** How many descriptors the server may have open. */
  descriptors?: number;
};

export type ServerProcess = {
  child: ChildProcess;
  url: string;
  port: number;
  dataDir: string;
  /** Standard output and standard error so far. */
  output(): string;
  /** Resolves when the process has ended: with its exit code, or with the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
};

export type TestServer = ServerProcess & {
  /** The connection string: the given DATABASE_URL, or that of the embedded database, as its owner. */
  databaseUrl: string;
  /** Shuts the server down with SIGTERM. Removes its data folder unless the caller gave one. */
  stop(): Promise<void>;
};

/**
 * Finds a free port below the ephemeral ports. The system assigns ephemeral ports to outgoing connections, so a browser
 * of another test could take one before the server has started.
 */
export function freePort(): Promise<number> {
  const port = randomInt(12_000, 32_000);
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(freePort()) : reject(error),
    );
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(port)));
  });
}

/** Creates a data folder. The embedded database may run as another user, who must be able to enter it. */
export function newDataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "second-serve-data-"));
  chmodSync(folder, 0o711);
  return folder;
}

/** Empty variables, so that neither the shell nor a .env file affects a test. */
export function emptyEnvironment(): Record<string, string> {
  const example = readFileSync(path.join(ROOT, ".env.example"), "utf8");
  const names = [...example.matchAll(/^# ([A-Z_]+)=/gm)].map(([, name = ""]) => [name, ""]);
  return Object.fromEntries(names);
}

/** The memory settings of `npm start`: flags of Node, and variables of malloc. */
function memorySettings(): { flags: string[]; env: Record<string, string> } {
  const start = readFileSync(path.join(ROOT, "bin/second-serve"), "utf8");
  return {
    flags: [...start.matchAll(/--[\w-]+=\d+/g)].map(([flag]) => flag),
    env: Object.fromEntries(
      [...start.matchAll(/\b(MALLOC_\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
    ),
  };
}

/** Does not wait until the server answers. */
export async function spawnServer(options: Options = {}): Promise<ServerProcess> {
  const port = Number(options.env?.PORT) || (await freePort());
  const dataDir = options.dataDir ?? newDataDir();
  const memory = options.savesMemory ? memorySettings() : { flags: [], env: {} };
  const { descriptors } = options;
  const limit = descriptors === undefined ? [] : ["prlimit", `--nofile=${descriptors}`];
  const [program = "", ...args] = [...limit, process.execPath, ...memory.flags, "server/main.ts"];
  const child = spawn(program, args, {
    cwd: options.root ?? ROOT,
    detached: true,
    ...(options.signal && { signal: options.signal, killSignal: "SIGKILL" }),
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      NODE_COMPILE_CACHE: path.join(options.root ?? ROOT, ".cache", "compiled"),
      ...memory.env,
      ...emptyEnvironment(),
      LOG_LEVEL: "warn",
      PORT: String(port),
      DATA_DIR: dataDir,
      ...options.env,
    },
  });
  let output = "";
  child.stdout?.on("data", (part) => {
    output += part;
  });
  child.stderr?.on("data", (part) => {
    output += part;
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? signal ?? 1));
  });
  return { child, url: `http://127.0.0.1:${port}`, port, dataDir, output: () => output, ended };
}

function untilOpen(server: ServerProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (server.output().includes("Second Serve is open at")) resolve();
    };
    server.child.stdout?.on("data", check);
    check();
    server.ended.then(
      (code) => reject(new Error(`The server ended with ${code}:\n${server.output()}`)),
      reject,
    );
  });
}

/** Works while the server runs. */
function embeddedUrl(dataDir: string): string {
  const socketFolder = realpathSync(path.join(dataDir, "postgres"));
  return `postgresql://second_serve@localhost:5432/second_serve?host=${encodeURIComponent(socketFolder)}`;
}

/**
 * Starts the built server on a free port of 127.0.0.1, and waits until it answers. By default it has a new data folder
 * with an embedded database. It has demo stock only with `env: { DEMO_DATA: "on" }`.
 */
export async function startServer(options: Options = {}): Promise<TestServer> {
  const env: Record<string, string> = { DEMO_DATA: "off", ...options.env };
  const server = await spawnServer({ ...options, env });
  const removeFiles = () => {
    if (!options.dataDir) rmSync(server.dataDir, { recursive: true, force: true });
  };
  await untilOpen(server).catch((error) => {
    removeFiles();
    throw error;
  });
  return {
    ...server,
    databaseUrl: env.DATABASE_URL ?? embeddedUrl(server.dataDir),
    async stop() {
      server.child.kill("SIGTERM");
      await server.ended;
      removeFiles();
    },
  };
}
