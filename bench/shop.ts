import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { closeDb } from "#app/platform/db.server.ts";
import { AUTH_SECRET, startServer, type TestServer } from "#tests/support/server.ts";
import type { BarePage } from "./bare-pages.ts";
import { loadStock, switchDatabase } from "./database.ts";
import { processorSeconds } from "./measure.ts";

/** A server in its own process. The shop's functions use its database. */
export type Shop = TestServer & AsyncDisposable;

/** Opens a shop with this many rackets, or with the demo stock. */
export async function openShop(rackets?: number, env: Readonly<Record<string, string>> = {}): Promise<Shop> {
  const server = await startServer({
    savesMemory: true,
    // The load generator acts as a proxy: it names the visitor of each request in X-Forwarded-For.
    env: {
      AUTH_SECRET,
      TRUSTED_PROXIES: "127.0.0.1",
      DEMO_DATA: rackets === undefined ? "on" : "off",
      ...env,
    },
  });
  await switchDatabase(server.databaseUrl, server.dataDir, server.url);
  if (rackets !== undefined) {
    const admin = Object.assign(new URL(server.databaseUrl), { username: "postgres" });
    await loadStock(server.databaseUrl, admin.href, rackets);
  }
  await untilIdle(server.child);
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await closeDb();
      await server.stop();
    },
  };
}

/** Waits up to ten minutes until a server is idle: on its first start it renders the demo pictures. */
async function untilIdle({ pid }: ChildProcess): Promise<void> {
  for (let waited = 0; waited < 600; waited++) {
    const before = processorSeconds(pid);
    await delay(1_000);
    // The difference is negative when a child process ended in between.
    if (Math.abs(processorSeconds(pid) - before) < 0.05) return;
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

/** Starts a bare node:http server: it sends this answer to every request, or else opens streams that never end. */
export function openBareServer(answer?: Answer) {
  return openBare("bare-server.ts", answer && sized(answer));
}

/** Starts a bare React Router server, which renders these pages of the shop from memory. */
export function openBarePages(pages: readonly BarePage[]) {
  return openBare("bare-pages.ts", pages);
}

async function openBare(program: string, input?: unknown) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program)], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  child.stdin.end(input && JSON.stringify(input));
  const [port] = await once(child.stdout, "data");
  return {
    child,
    url: `http://127.0.0.1:${Number(port)}`,
    [Symbol.dispose]: () => void child.kill(),
  };
}

/** The answer with only those headers that node:http does not write itself. */
function sized({ headers, body }: Answer) {
  const { "transfer-encoding": _, connection, "keep-alive": __, date, ...others } = headers;
  const length = { "content-length": String(body.byteLength) };
  return { headers: { ...others, ...length }, body: body.toString("base64") };
}
