import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { loadStock } from "./load.ts";

const AUTH_SECRET = "only the bench has it, and it is long enough";

/** The real server in its own process; `db()` connects to its database. */
export interface Shop {
  readonly server: TestServer;
  stop(): Promise<void>;
}

/** Opens a shop with this many rackets, or with the demo stock. */
export async function openShop(rackets?: number): Promise<Shop> {
  const server = await startServer({
    savesMemory: true,
    // The load generator acts as a proxy: it names the visitor of each request in X-Forwarded-For.
    env: {
      AUTH_SECRET,
      TRUSTED_PROXIES: "127.0.0.1",
      DEMO_DATA: rackets === undefined ? "on" : "off",
    },
  });
  configure(
    parseEnv({
      DATABASE_URL: server.databaseUrl,
      DATA_DIR: server.dataDir,
      AUTH_SECRET,
      BASE_URL: server.url,
    }),
  );
  if (rackets !== undefined) {
    const admin = new URL(server.databaseUrl);
    admin.username = "postgres";
    await loadStock(server.databaseUrl, admin.href, rackets, new Date());
  }
  await untilIdle(server.child);
  return {
    server,
    async stop() {
      await closeDb();
      await server.stop();
    },
  };
}

/** The processor time of a process and its children since their start, in hundredths of a second. */
async function taken(pid: number): Promise<number> {
  const started = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  const times = [String(pid), ...started.split(" ").filter(Boolean)].map(async (one) => {
    // A process that has ended counts as zero.
    const stat = await readFile(`/proc/${one}/stat`, "utf8").catch(() => "");
    const [user, system] = stat.split(" ").slice(13, 15);
    return Number(user ?? 0) + Number(system ?? 0);
  });
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0);
}

/** Waits up to ten minutes until a server is idle: on its first start it renders the demo pictures. */
async function untilIdle({ pid }: ChildProcess): Promise<void> {
  if (process.platform !== "linux" || pid === undefined) return delay(15_000);
  for (let waited = 0; waited < 600; waited++) {
    const before = await taken(pid);
    await delay(1_000);
    // The difference is negative when a child process ended in between.
    if (Math.abs((await taken(pid)) - before) < 5) return;
  }
}

export interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  /** Possibly compressed. */
  readonly body: Buffer;
}

/** Sends one request, without decompressing the answer. @throws when the status is not 200 */
export async function get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const asking = request(url, { headers });
  asking.end();
  const [response] = await once(asking, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}.`);
  return { headers: response.headers, body: Buffer.concat(chunks) };
}

export interface Bare {
  readonly child: ChildProcess;
  readonly url: string;
  stop(): void;
}

async function startBare(args: readonly string[]): Promise<Bare> {
  const program = path.join(import.meta.dirname, "bare-server.ts");
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(child.stdout, "data");
  return { child, url: `http://127.0.0.1:${Number(port)}`, stop: () => void child.kill() };
}

/** Starts a bare node:http server that sends this answer to every request. */
export async function bareServerOf(answer: Answer, folder: string): Promise<Bare> {
  const file = path.join(folder, `bare-${Date.now()}.json`);
  const ownHeaders = ["transfer-encoding", "connection", "keep-alive", "date"];
  const headers = Object.entries(answer.headers).filter(([name]) => !ownHeaders.includes(name));
  const sized = { ...Object.fromEntries(headers), "content-length": String(answer.body.byteLength) };
  writeFileSync(file, JSON.stringify({ headers: sized, body: answer.body.toString("base64") }));
  return startBare(["page", file]);
}

/** Starts a bare node:http server whose answers never end. */
export function bareStreamServer(): Promise<Bare> {
  return startBare(["stream"]);
}
