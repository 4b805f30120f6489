// Finds the browser for the tests. If the headless shell is missing, and this process is root on Debian, installs it,
// or else the whole browser.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";

// The headless shell comes first: it is the same engine, for half the processor time.
const SHELL = "chromium-headless-shell";
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string[]} names */
function found(names) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(isProgram);
}

function installed() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  console.log("Installing Chromium for the browser tests, which can take a minute.");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const get = (/** @type {string[]} */ ...command) => {
    const result = spawnSync("apt-get", command, { env, encoding: "utf8" });
    if (result.status !== 0) console.error(result.stderr.trimEnd());
    return result.status === 0;
  };
  get("update", "-qq");
  // Some Debian releases and derivatives only have the whole browser.
  for (const name of [SHELL, "chromium"])
    if (get("install", "-y", "-qq", "--no-install-recommends", name)) break;
  return found(NAMES);
}

/**
 * The program's path.
 * @throws {Error} with a sentence that says what to do
 */
export function chromium() {
  const { CHROMIUM } = process.env;
  const program = CHROMIUM || (found([SHELL]) ?? installed() ?? found(NAMES) ?? MAC);
  if (program && isProgram(program)) return program;
  throw new Error("The browser tests need Chromium: install it, or set CHROMIUM to the path of one.");
}
