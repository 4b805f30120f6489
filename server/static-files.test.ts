import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readStatic, staticFiles } from "./static-files.ts";

const SCRIPT = "export const answer = 42;".repeat(100);
const folder = mkdtempSync(path.join(tmpdir(), "second-serve-static-"));
let server: Server;
let url: string;

beforeAll(async () => {
  mkdirSync(path.join(folder, "assets"));
  writeFileSync(path.join(folder, "assets", "app-1a2b.js"), SCRIPT);
  writeFileSync(path.join(folder, "assets", "app-1a2b.js.gz"), gzipSync(SCRIPT));
  writeFileSync(path.join(folder, "robots.txt"), "User-agent: *\n");
  writeFileSync(path.join(folder, "two words.svg"), "<svg/>");
  const serve = staticFiles(readStatic(folder));
  server = createServer((request, response) => {
    if (!serve(request, response)) response.writeHead(404).end("the shop");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

function get(name: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  return fetch(url + name, { method, headers: { "accept-encoding": "identity", ...headers } });
}

test("a built file is cached permanently, since its name changes with its content [V4.1.1]", async () => {
  const response = await get("/assets/app-1a2b.js");
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(await response.text()).toBe(SCRIPT);
});

test.each([
  ["/assets/app-1a2b.js", "cross-origin", "*"],
  ["/robots.txt", null, null],
])("whether pages may load %s from another host", async (name, policy, readers) => {
  const { headers } = await get(name);
  expect(headers.get("cross-origin-resource-policy")).toBe(policy);
  expect(headers.get("access-control-allow-origin")).toBe(readers);
});

test("a file with a fixed name is revalidated", async () => {
  const response = await get("/robots.txt?v=2");
  expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
  const etag = response.headers.get("etag") ?? "";
  const again = await get("/robots.txt", { "if-none-match": etag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test.each([
  ["gzip, deflate, br", "gzip"],
  ["gzip;q=0.5", "gzip"],
  ["gzip;q=0", null],
  ["identity", null],
  ["x-gzip-not", null],
])("a browser that accepts %j gets %s", async (accepted, encoding) => {
  const response = await get("/assets/app-1a2b.js", { "accept-encoding": accepted });
  expect(response.headers.get("content-encoding")).toBe(encoding);
  expect(response.headers.get("vary")).toBe("accept-encoding");
  expect(await response.text()).toBe(SCRIPT);
});

test("HEAD returns the length without a body", async () => {
  const response = await get("/assets/app-1a2b.js", {}, "HEAD");
  expect(response.headers.get("content-length")).toBe(String(SCRIPT.length));
  expect(await response.text()).toBe("");
});

test("a file name with a space is found by its encoded name", async () => {
  expect((await get("/two%20words.svg")).headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
});

test.each([
  "/",
  "/assets",
  "/assets/app-1a2b.js.gz",
  "/.git/config",
  "/..%2fpackage.json",
  "/assets/../../package.json",
])("%s is left to the app [V13.4.1 V13.4.3]", async (name) => {
  expect(await (await get(name)).text()).toBe("the shop");
});

test("a form that is sent to a file's name is left to the app", async () => {
  expect((await get("/robots.txt", {}, "POST")).status).toBe(404);
});
