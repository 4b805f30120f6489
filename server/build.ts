import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import { type Lock, takeLock } from "./data-dir.ts";
import { StartupError } from "./startup-error.ts";
import { COMPRESSED_ENDINGS } from "./static-files.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const BUILD = path.join(ROOT, "build");
const FINGERPRINT = path.join(BUILD, "fingerprint");

export const CLIENT_BUILD = path.join(BUILD, "client");
export const SERVER_BUILD = path.join(BUILD, "server", "index.js");

const SOURCES = ["app", "server", "messages", "public"];
const SETTINGS = [
  "package-lock.json",
  "package.json",
  "paraglide.config.mjs",
  "project.inlang/settings.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];

/** Files that the build generates, and tests. */
const EXCLUDED = /^app[\\/]paraglide[\\/]|\.test\.tsx?$/;

function sources(): string[] {
  const files = SOURCES.filter((folder) => existsSync(path.join(ROOT, folder))).flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name))),
  );
  const settings = SETTINGS.filter((file) => existsSync(path.join(ROOT, file)));
  return [...files, ...settings].filter((file) => !EXCLUDED.test(file)).sort();
}

/** A checkout changes the times of files, so their contents are hashed. */
function fingerprint(): string {
  const hash = createHash("sha256");
  for (const file of sources())
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, file)))
      .update("\0");
  return hash.digest("hex");
}

function isFresh(wanted: string): boolean {
  return existsSync(FINGERPRINT) && readFileSync(FINGERPRINT, "utf8") === wanted;
}

function runBuild(): Promise<void> {
  const tool = path.join(ROOT, "node_modules", "@react-router", "dev", "bin.cjs");
  const child = spawn(process.execPath, [tool, "build"], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  const end = () => child.kill();
  process.once("exit", end);
  let output = "";
  const hear = (part: Buffer) => {
    output += part;
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      process.off("exit", end);
      if (code === 0) return resolve();
      console.error(output.trimEnd());
      reject(new StartupError("The build failed: fix what is said above, then start again."));
    });
  });
}

const COMPRESSED = /\.(css|html|js|json|svg|txt|webmanifest|xml)$/;
const SMALLEST = 1_000;

/** static-files.ts serves the compressed files. */
async function compressAll(): Promise<void> {
  const br = promisify(brotliCompress);
  const gz = promisify(gzip);
  const files = readdirSync(CLIENT_BUILD, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && COMPRESSED.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const plain = await readFile(file);
      if (plain.byteLength < SMALLEST) return;
      const params = { [zlib.BROTLI_PARAM_QUALITY]: 10, [zlib.BROTLI_PARAM_SIZE_HINT]: plain.byteLength };
      await Promise.all([
        br(plain, { params }).then((body) => writeFile(file + COMPRESSED_ENDINGS.br, body)),
        gz(plain, { level: 9 }).then((body) => writeFile(file + COMPRESSED_ENDINGS.gzip, body)),
      ]);
    }),
  );
}

/** Browsers install a new service worker, which caches its pages again, only when its bytes have changed. */
function signWorker(fingerprint: string): void {
  const worker = path.join(CLIENT_BUILD, "service-worker.js");
  writeFileSync(
    worker,
    readFileSync(worker, "utf8").replace('"development"', `"${fingerprint.slice(0, 12)}"`),
  );
}

async function buildLock(): Promise<Lock> {
  // Not in the folder of the build, which each build deletes.
  const folder = path.join(ROOT, ".cache");
  mkdirSync(folder, { recursive: true });
  for (;;) {
    const lock = takeLock(path.join(folder, "build.lock"));
    if (lock) return lock;
    await delay(100);
  }
}

/**
 * Builds the shop into `build/` if it is out of date. Concurrent starts build once, and an interrupted build is
 * repeated. In the archive of `npm run package`, this does nothing.
 * @throws StartupError when it fails, after printing the reason
 */
export async function buildIfStale(say: (sentence: string) => void): Promise<void> {
  // The archive does not have what builds.
  if (!existsSync(path.join(ROOT, "vite.config.ts"))) return;
  const wanted = fingerprint();
  if (isFresh(wanted)) return;
  const lock = await buildLock();
  try {
    if (isFresh(wanted)) return;
    say("Building, which takes some seconds and happens only when the sources have changed.");
    rmSync(FINGERPRINT, { force: true });
    await runBuild();
    const { writeLocaleScripts } = await import("./locale-scripts.ts");
    await writeLocaleScripts(path.join(CLIENT_BUILD, "assets"));
    signWorker(wanted);
    await compressAll();
    writeFileSync(FINGERPRINT, wanted);
  } finally {
    lock.release();
  }
}
