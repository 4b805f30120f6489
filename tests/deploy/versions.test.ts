import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LANGUAGES } from "#app/domain/choices.ts";
import { localizedHref } from "#app/domain/local-path.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#server/embedded-database.ts";
import { copyAsOtherVersion } from "#tests/support/copy.ts";
import { preparedDataDir } from "#tests/support/prepared-data.ts";
import { ProxyClient, type RunningProxy, SHOP_NAME, startNginx } from "#tests/support/proxies.ts";
import { AUTH_SECRET, freePort, startServer, type TestServer } from "#tests/support/server.ts";

const PAGES = ["/", "/rackets", "/strings", "/bags", "/search", "/help", "/auth", "/safety", "/nothing/here"];

let dataDir: string;
let storage: string;
let database: EmbeddedDatabase;
/** The folder of the version before. */
let copy: string;
let ports: [number, number];
const servers: TestServer[] = [];
let nginx: RunningProxy;
let visitor: ProxyClient;

async function start(port: number, root?: string): Promise<TestServer> {
  const env = {
    AUTH_SECRET,
    DATABASE_URL: database.url,
    STORAGE_URL: `file:${storage}`,
    BASE_URL: `https://${SHOP_NAME}`,
    TRUSTED_PROXIES: "127.0.0.1",
    PORT: String(port),
  };
  const server = await startServer({ env, ...(root && { root }) });
  servers.push(server);
  return server;
}

beforeAll(async () => {
  dataDir = preparedDataDir();
  storage = mkdtempSync(path.join(tmpdir(), "second-serve-storage-"));
  database = await startEmbeddedDatabase(dataDir, { say: () => {}, connections: 100 });
  copy = copyAsOtherVersion();
  ports = [await freePort(), await freePort()];
  for (const port of ports) await start(port, copy);
  nginx = await startNginx(ports);
  visitor = new ProxyClient(nginx);
});

afterAll(async () => {
  visitor?.close();
  await nginx?.stop();
  await Promise.all(servers.map((server) => server.stop()));
  await database?.stop(5_000);
  for (const folder of [dataDir, storage, copy]) rmSync(folder, { recursive: true, force: true });
});

const builtFiles = (text: string) => [...text.matchAll(/\/assets\/[\w./-]+\.\w+/g)].map(([file]) => file);

let pages = 0;
const broken: string[] = [];

async function page(address: string): Promise<string> {
  const { status, body } = await visitor.ask(address);
  pages += 1;
  if (status !== (address.endsWith("/nothing/here") ? 404 : 200)) broken.push(`${status} ${address}`);
  return body;
}

async function checkFiles(files: Iterable<string>): Promise<void> {
  for (const file of files) {
    const { status, headers } = await visitor.ask(file);
    if (status !== 200 || !headers["cache-control"]?.includes("immutable")) broken.push(`${status} ${file}`);
  }
}

/** Opens pages in all languages. Returns the files that they name, and those of the list of all routes. */
async function openPages(): Promise<Set<string>> {
  const files = new Set<string>();
  for (const language of LANGUAGES)
    for (const address of PAGES)
      for (const file of builtFiles(await page(localizedHref(address, language)))) files.add(file);
  for (const list of [...files].filter((file) => file.includes("/manifest-")))
    for (const file of builtFiles((await visitor.ask(list)).body)) files.add(file);
  return files;
}

/** Replaces a server, while visitors open pages with all their files. */
async function replace(server: TestServer | undefined, port: number): Promise<void> {
  let isOver = false;
  async function exchange(): Promise<void> {
    try {
      await server?.stop();
      await start(port);
    } finally {
      isOver = true;
    }
  }
  async function visit(address: string): Promise<void> {
    do await checkFiles(new Set(builtFiles(await page(address))));
    while (!isOver);
  }
  await Promise.all([exchange(), visit("/rackets"), visit("/nl/help")]);
}

test("no page and no file of it breaks while two servers get another version, or afterwards", async () => {
  const before = await openPages();
  expect(before.size).toBeGreaterThan(1_000);
  await checkFiles(before);

  const [first, second] = servers;
  await replace(first, ports[0]);
  // nginx leaves a server out for some seconds after a failure.
  const isNew = async () => builtFiles(await page("/")).some((file) => !before.has(file));
  await expect.poll(isNew).toBe(true);
  const during = await openPages();
  const news = [...during].filter((file) => !before.has(file));
  expect(news.length).toBeGreaterThan(1_000);
  // Each server gets every other request.
  for (let n = 0; n < 2; n += 1) await checkFiles(during);

  await replace(second, ports[1]);
  const after = await openPages();
  expect([...after].filter((file) => before.has(file))).toEqual([]);
  await checkFiles(after);
  // Of tabs that were opened before.
  await checkFiles(before);

  expect(broken).toEqual([]);
  expect(pages).toBeGreaterThan(3 * LANGUAGES.length * PAGES.length);
});
