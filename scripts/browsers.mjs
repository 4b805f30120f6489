// Finds the browsers for the tests. If a program is missing, and this process is root on Debian, installs its package.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import path from "node:path";

// The headless shell comes first: it is the same engine, for half the processor time.
const SHELL = "chromium-headless-shell";
const CHROMIUM = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
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
function findOnPath(names) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(isProgram);
}

/**
 * @param {string} browser the browser's name in the message
 * @param {string[][]} choices lists of packages: if the first list cannot be installed, the next one is tried
 */
function install(browser, choices) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`Installing ${browser} for the browser tests, which can take a minute.`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const get = (/** @type {string[]} */ ...command) => {
    const result = spawnSync("apt-get", command, { env, encoding: "utf8" });
    if (result.status !== 0) console.error(result.stderr.trimEnd());
    return result.status === 0;
  };
  get("update", "-qq");
  for (const packages of choices)
    if (get("install", "-y", "-qq", "--no-install-recommends", ...packages)) return;
}

/**
 * @param {string} name
 * @param {string | undefined} program
 * @throws {Error} with a sentence that says what to do
 */
function checked(name, program) {
  if (program && isProgram(program)) return program;
  throw new Error(`The browser tests need ${name}: install it, or set ${name.toUpperCase()} to its path.`);
}

/** The path of Chromium. */
export function chromium() {
  if (process.env.CHROMIUM) return checked("Chromium", process.env.CHROMIUM);
  // Some Debian releases and derivatives only have the whole browser.
  if (!findOnPath([SHELL])) install("Chromium", [[SHELL], ["chromium"]]);
  return checked("Chromium", findOnPath(CHROMIUM) ?? MAC);
}

/** The path of Firefox. */
export function firefox() {
  if (process.env.FIREFOX) return checked("Firefox", process.env.FIREFOX);
  const names = ["firefox-esr", "firefox"];
  if (!findOnPath(names)) install("Firefox", [["firefox-esr"]]);
  return checked("Firefox", findOnPath(names));
}

/** The paths of WebKitGTK's driver, of its small browser, and of the X server that the browser needs. */
export function webkit() {
  const driver = "WebKitWebDriver";
  const screen = "Xvfb";
  if (!findOnPath([driver]) || !findOnPath([screen])) install("WebKitGTK", [["webkit2gtk-driver", "xvfb"]]);
  return {
    driver: checked(driver, findOnPath([driver])),
    screen: checked(screen, findOnPath([screen])),
    browser: checked("MiniBrowser", miniBrowser()),
  };
}

function miniBrowser() {
  const libraries = [
    "/usr/lib",
    "/usr/libexec",
    `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`,
  ];
  return libraries
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name, "MiniBrowser")))
    .find(isProgram);
}
