// Finds programs that tests need, and installs their Debian packages.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";

/** @param {string} file */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The path of the first program of these names on PATH.
 * @param {string[]} names
 */
export function findOnPath(names) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(isProgram);
}

/**
 * Installs Debian packages if this process is root on Debian; does nothing elsewhere. What failed is printed: the caller
 * looks whether its programs are there.
 * @param {string} what the name in the message
 * @param {string[][]} choices lists of packages: if the first list cannot be installed, the next one is tried
 */
export function installPackages(what, choices) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`Installing ${what} for the tests, which can take a minute.`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const get = (/** @type {string[]} */ ...command) => {
    // Tests in several processes install packages, and apt-get ends when another one runs.
    const result = spawnSync("flock", ["/var/lib/apt", "apt-get", ...command], { env, encoding: "utf8" });
    if (result.status !== 0) console.error(result.stderr.trimEnd());
    return result.status === 0;
  };
  get("update", "-qq");
  for (const packages of choices)
    if (get("install", "-y", "-qq", "--no-install-recommends", ...packages)) return;
}
