// Finds the browsers for the tests, and installs those that are missing.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { findOnPath, installPackages, isProgram } from "./debian.mjs";

// The headless shell comes first: it is the same engine, for half the processor time.
const SHELL = "chromium-headless-shell";
const CHROMIUM = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

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
  if (!findOnPath([SHELL])) installPackages("Chromium", [[SHELL], ["chromium"]]);
  return checked("Chromium", findOnPath(CHROMIUM) ?? MAC);
}

/** The path of Firefox. */
export function firefox() {
  if (process.env.FIREFOX) return checked("Firefox", process.env.FIREFOX);
  const names = ["firefox-esr", "firefox"];
  if (!findOnPath(names)) installPackages("Firefox", [["firefox-esr"]]);
  return checked("Firefox", findOnPath(names));
}

/** The paths of WebKitGTK's driver, of its small browser, and of the X server that the browser needs. */
export function webkit() {
  const driver = "WebKitWebDriver";
  const screen = "Xvfb";
  if (!findOnPath([driver]) || !findOnPath([screen]))
    installPackages("WebKitGTK", [["webkit2gtk-driver", "xvfb"]]);
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
