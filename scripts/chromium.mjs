// Finds the browser that the tests drive, and gets Debian's where there is none and that is allowed.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
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

function found() {
  const given = process.env.CHROMIUM;
  if (given) return given;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const places = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  return [...places, MAC].find(isProgram);
}

function installed() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  console.log("Installing Chromium for the browser tests, which can take a minute.");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const command of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", "chromium"],
  ]) {
    const done = spawnSync("apt-get", command, { env, encoding: "utf8" });
    if (done.status !== 0) console.error(done.stderr.trimEnd());
  }
  return found();
}

/**
 * The program's path.
 * @throws {Error} with a sentence that says what to do
 */
export function chromium() {
  const program = found() ?? installed();
  if (program && isProgram(program)) return program;
  throw new Error("The browser tests need Chromium: install it, or set CHROMIUM to the path of one.");
}
