import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteOldBuilds } from "#app/platform/client-builds.server.ts";
import { db } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { withoutTable } from "#tests/support/rows.ts";
import { assetAnswer, keepAssets } from "./asset-answer.ts";
import { hashedFiles, readStatic, type StaticFiles, staticAnswer } from "./static-files.ts";

const DAY_MS = 24 * 3_600_000;
const SCRIPT = "export const answer = 42;".repeat(100);
const place = mkdtempSync(path.join(tmpdir(), "second-serve-builds-"));
const storageFolder = path.join(place, "storage");

openDatabase();

beforeAll(() => configure({ ...env(), storageUrl: `file:${storageFolder}` }));

afterAll(() => rmSync(place, { recursive: true }));

/** The built files of one version, which has a file that changed and one that did not. */
function version(name: string): StaticFiles {
  const folder = path.join(place, name);
  mkdirSync(path.join(folder, "assets/de"), { recursive: true });
  for (const file of [`assets/home-${name}.js`, `assets/de/home-${name}.js`, "assets/same-12345678.js"]) {
    writeFileSync(path.join(folder, file), SCRIPT);
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(SCRIPT));
  }
  writeFileSync(path.join(folder, `assets/font-${name}.woff2`), new Uint8Array([0, 255, 1]));
  writeFileSync(path.join(folder, "robots.txt"), "User-agent: *\n");
  return hashedFiles(readStatic(folder));
}

const older = version("aaaa1111");
const newer = version("bbbb2222");

/** A server's start, which has told its files when this resolves. */
async function started(files: StaticFiles): Promise<void> {
  const stop = await keepAssets(files);
  stop();
}

async function get(address: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  const answer = assetAnswer(new Request(`http://shop.example${address}`, { method, headers }));
  return answer ?? expect.fail(`${address} is left to the pages`);
}

const storedBuilds = () => (existsSync(storageFolder) ? readdirSync(path.join(storageFolder, "client")) : []);

describe("a built file of another version", () => {
  beforeAll(async () => {
    await started(older);
    await started(newer);
  });

  test.each([
    ["/assets/home-aaaa1111.js", "br"],
    ["/assets/de/home-bbbb2222.js", "br"],
    ["/assets/de/home-bbbb2222.js", "identity"],
    ["/assets/font-aaaa1111.woff2", "br"],
    ["/assets/same-12345678.js", "br"],
  ])("%s for a browser that accepts %s is as its own server sends it", async (address, accepted) => {
    const file = older.get(address) ?? newer.get(address) ?? expect.fail("it is no built file");
    const headers = { "accept-encoding": accepted };
    const own = staticAnswer(file, "GET", (name) => headers[name as keyof typeof headers]);
    const answer = await get(`${address}?v=1`, headers);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toEqual(own.headers);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(own.body);
  });

  test("is not sent again to a browser that has it", async () => {
    const etag = (await get("/assets/home-aaaa1111.js")).headers.get("etag") ?? "";
    const again = await get("/assets/home-aaaa1111.js", { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("is told by its length to HEAD", async () => {
    const { headers, body } = await get("/assets/home-aaaa1111.js", {}, "HEAD");
    expect([headers.get("content-length"), body]).toEqual([String(SCRIPT.length), null]);
  });

  test("that no version has is 404, and no cache keeps that", async () => {
    const answer = await get("/assets/home-cccc3333.js");
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
  });
});

test.each([
  "/assets/",
  "/assets/home.js",
  "/assets/home-aaaa1111.js.br/",
  "/assets/..%2fhome-aaaa1111.js",
  "/assets/a/b/home-aaaa1111.js",
  "/assets/%00home-aaaa1111.js",
])("%s, which no build can have, is 404 without a query", async (address) => {
  await withoutTable("client_builds", async () => {
    const answer = await get(address);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
  });
});

test("names that clients invent share one query", async () => {
  await withoutTable("client_builds", async () => {
    const names = Array.from({ length: 200 }, (_, at) => `/assets/home-${String(at).padStart(8, "0")}.js`);
    const errors = await Promise.all(names.map((name) => get(name).catch((error: unknown) => error)));
    expect(new Set(errors)).toEqual(
      new Set([expect.objectContaining({ message: expect.stringContaining("client_builds") })]),
    );
  });
});

test("a file whose newest build was deleted is that of another build", async () => {
  await started(older);
  const names = [..."hijklmn"].map((letter) => `${letter.repeat(4)}8888`);
  for (const name of names) await started(version(name));
  // The last of them is read first, and the others push it out of the server's memory.
  for (const name of names.toReversed()) expect((await get(`/assets/home-${name}.js`)).status).toBe(200);
  await db().deleteFrom("client_builds").execute();
  rmSync(storageFolder, { recursive: true });
  await started(older);
  expect((await get("/assets/same-12345678.js")).status).toBe(200);
});

test.each(["/assets/../home-aaaa1111.js", "/robots.txt", "/nl/assets/home-aaaa1111.js"])(
  "%s is left to the pages",
  (address) => {
    expect(assetAnswer(new Request(`http://shop.example${address}`))).toBeNull();
  },
);

test("a form to a built file is left to the pages", () => {
  const form = new Request("http://shop.example/assets/home-aaaa1111.js", { method: "POST" });
  expect(assetAnswer(form)).toBeNull();
});

test("servers of one version that start at the same time store it once, and a later start leaves it", async () => {
  const files = version("dddd4444");
  const before = storedBuilds().length;
  await Promise.all([started(files), started(files), started(files)]);
  await started(files);
  expect(storedBuilds()).toHaveLength(before + 1);
  expect((await get("/assets/home-dddd4444.js")).status).toBe(200);
});

test("a start stores the files again when the storage has lost them", async () => {
  const files = version("eeee5555");
  await started(files);
  rmSync(storageFolder, { recursive: true });
  expect((await get("/assets/home-eeee5555.js")).status).toBe(404);
  await started(files);
  expect((await get("/assets/home-eeee5555.js")).status).toBe(200);
});

test("a version's files are deleted 14 days after a server last ran it, and those of the others stay", async () => {
  await db().deleteFrom("client_builds").execute();
  rmSync(storageFolder, { recursive: true, force: true });
  const gone = version("ffff6666");
  const kept = version("gggg7777");
  await started(gone);
  await started(kept);
  const now = Date.now();
  await db()
    .updateTable("client_builds")
    .set({ named_at: new Date(now - 10 * DAY_MS) })
    .execute();
  await deleteOldBuilds(new Date(now));
  expect(storedBuilds()).toHaveLength(2);
  // A server that runs on says so.
  await started(kept);
  await deleteOldBuilds(new Date(now + 5 * DAY_MS));
  expect(storedBuilds()).toHaveLength(1);
  expect((await get("/assets/home-ffff6666.js")).status).toBe(404);
  expect((await get("/assets/home-gggg7777.js")).status).toBe(200);
  expect((await get("/assets/same-12345678.js")).status).toBe(200);
});
