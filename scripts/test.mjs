// npm test: runs all checks, or the named ones ("npm test -- unit database"). Plain JavaScript, because it runs before
// anything is installed. The last line is "N passed, N failed", where each static check counts as one.
//
//   npm test -- changed                  tests for the uncommitted changes
//   npm test -- browser --slow           with every script and fetch delayed by up to 1.5 s at random
//   npm test -- browser --slow --seed 7  with the delays of an earlier run, which prints its seed
import { execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium, firefox, webkit } from "./browsers.mjs";
import { node, prepare } from "./prepare.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
/** Linux's file system in memory. Copying a database there takes half the time. */
const MEMORY = "/dev/shm";
const MEMORY_NEEDED = 2 * 2 ** 30;
if (!process.env.TMPDIR && existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize > MEMORY_NEEDED) process.env.TMPDIR = MEMORY;
}
/**
 * For the reports, and for the temporary files of all tests, whatever ends them. Its name is short, because databases
 * have their sockets some folders below, and the system limits the path of a socket.
 */
const temporary = mkdtempSync(path.join(tmpdir(), "serve-"));
// Other users make files in it too.
chmodSync(temporary, 0o1777);
process.env.TMPDIR = temporary;
process.once("exit", () => rmSync(temporary, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const tool = (name) => path.join("node_modules", ".bin", name);

/** Generated files that the checks read. */
const GENERATED = {
  name: "texts and route types",
  // Vite's plugin generates the texts as soon as React Router loads Vite's settings.
  command: [tool("react-router"), "typegen"],
};
/** The only check that needs no generated files. It runs beside their generation, which leaves a core idle. */
const FORMAT = { name: "format and lint", command: [tool("biome"), "check", "--error-on-warnings"] };
const STATIC = [
  { name: "types", command: [tool("tsc"), "--noEmit", "--checkers", "1"] },
  { name: "types of what is pure", command: [tool("tsc"), "--noEmit", "-p", "tsconfig.domain.json"] },
  { name: "unused code", command: [tool("knip"), "--no-progress"] },
];
const BUILD = { name: "build", command: [node, "scripts/build.ts"] };

const files = [];
let passed = 0;
/** Printed at the end, since thousands of lines may follow a failure. */
const failures = [];

/** @returns {Promise<{ code: number, output: string }>} */
function run(command, { loud = false, env = {} } = {}) {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    stdio: ["ignore", loud ? "inherit" : "pipe", loud ? "inherit" : "pipe"],
    env: {
      ...process.env,
      // Tools that start with "#!/usr/bin/env node" have to find the Node of the npm package `node` first.
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
      ...env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => (output += part));
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: 1, output: error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

async function check({ name, command }) {
  const { code, output } = await run(command);
  console.log(`${code === 0 ? "✓" : "✗"} ${name}`);
  if (code === 0) passed++;
  else {
    failures.push(name);
    console.log(output.trimEnd());
  }
  return code === 0;
}

/** A file that does not load, or a run that ends early, is a failure. */
function count(report, code, projects) {
  if (!existsSync(report)) {
    failures.push(`${projects.join(", ")}: no report`);
    return;
  }
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  const before = failures.length;
  for (const { name, startTime, endTime, status, assertionResults } of testResults) {
    const file = path.relative(root, name);
    files.push({ name: file, seconds: (endTime - startTime) / 1000 });
    passed += assertionResults.filter((test) => test.status === "passed").length;
    const broken = assertionResults.filter((test) => test.status === "failed");
    for (const { fullName } of broken) failures.push(`${file}: ${fullName}`);
    if (broken.length === 0 && status === "failed") failures.push(`${file}: did not load`);
  }
  if (failures.length === before && code !== 0)
    failures.push(`${projects.join(", ")}: an error outside the tests`);
}

async function vitest(projects, { command = ["run"], args = [], env = {} } = {}) {
  const report = path.join(temporary, `${[...command, ...projects].join("-")}.json`);
  const named = projects.map((project) => `--project=${project}`);
  // Prints a line per file, and failures immediately, because the slow parts take minutes.
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { code } = await run([tool("vitest"), ...command, ...named, ...args, ...reporters], {
    loud: true,
    // The workers of all phases load the same packages.
    env: { NODE_COMPILE_CACHE: path.join(root, ".cache", "compiled"), ...env },
  });
  count(report, code, projects);
}

/** If the build fails, the check fails once, not in every test. */
async function built(name, run) {
  building ??= check(BUILD);
  if (await building) return run();
  console.log(`✗ ${name}: not run, since there is no build`);
  failures.push(`${name}: not run`);
}
let building;

const PAGES = "tests/pages";
const BROWSER = "tests/e2e";

/** Both folders in one run share a database server and leave no core idle between them. */
async function shop(folders) {
  const env = {};
  let args = folders;
  if (folders.includes(BROWSER)) {
    try {
      env.CHROMIUM = chromium();
    } catch (error) {
      console.log(`✗ ${error.message}`);
      failures.push("Chromium was not found");
      args = folders.filter((folder) => folder !== BROWSER);
    }
    // Installed here, because that takes longer than a test may. Without one of them, its tests fail.
    for (const find of [firefox, webkit])
      try {
        find();
      } catch (error) {
        console.log(error.message);
      }
    if (slow) {
      env.SLOW_SEED = seed;
      console.log(`Scripts and fetches are held back by up to 1.5 s: repeat with --slow --seed ${seed}.`);
    }
  }
  if (args.length > 0) await vitest(["shop"], { args, env });
}

function changedFiles() {
  const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  const listed = [
    ...git("diff", "--name-only", "HEAD"),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  return listed.filter((file) => file !== "" && existsSync(path.join(root, file)));
}

/**
 * Runs the tests that import a changed file, the tests of the house rules, and changed tests of the built shop.
 * Unchanged tests of the built shop are left out, because they depend on all sources.
 */
async function changed() {
  const all = changedFiles();
  const code = all.filter((file) => /\.(ts|tsx)$/.test(file));
  if (all.length === 0) return console.log("Nothing has changed since the last commit.");
  await PHASES.static();
  await vitest(["unit"], { args: ["tests/house"] });
  const command = ["related", "--run", "--passWithNoTests"];
  if (code.length > 0) await vitest(["unit", "database"], { command, args: code });
  for (const [project, pattern] of Object.entries(OF_THE_BUILT_SHOP)) {
    const tests = code.filter((file) => pattern.test(file));
    if (tests.length > 0) await built(project, () => vitest([project], { args: tests }));
  }
}
const OF_THE_BUILT_SHOP = {
  commands: /^tests\/commands\/.*\.test\.ts$/,
  deploy: /^tests\/deploy\/.*\.test\.ts$/,
  shop: /\.(page|e2e)\.test\.ts$/,
};

let formatted;
const checkFormat = () => (formatted ??= check(FORMAT));

const PHASES = {
  static: async () => {
    await Promise.all([checkFormat(), ...STATIC.map(check)]);
  },
  unit: () => vitest(["unit"]),
  database: () => vitest(["database"]),
  commands: () => built("commands", () => vitest(["commands"])),
  deploy: () => built("deploy", () => vitest(["deploy"])),
  pages: () => built("pages", () => shop([PAGES])),
  browser: () => built("browser", () => shop([BROWSER])),
};
const TOGETHER = "pages and browser";
const ALL = { ...PHASES, [TOGETHER]: () => built(TOGETHER, () => shop([PAGES, BROWSER])), changed };

const {
  values: { slow, seed },
  positionals: chosen,
} = parseArgs({
  allowPositionals: true,
  options: {
    slow: { type: "boolean", default: false },
    seed: { type: "string", default: String(randomInt(1_000_000)) },
  },
});
const names = [...Object.keys(PHASES), "changed"];
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no "${unknown[0]}": name any of ${names.join(", ")}, or nothing for all.`);
  process.exit(1);
}
const wanted = names.filter((name) => (chosen.length === 0 ? name in PHASES : chosen.includes(name)));
await prepare();
if (wanted.includes("static")) checkFormat();
await check(GENERATED);
/** The phases that each phase waits for. All others overlap, because the end of a phase leaves a core idle. */
const AFTER = {
  database: ["static"],
  // Command tests often wait for processes and locks, so they run beside the database tests. They start with the build.
  commands: ["unit"],
  deploy: ["commands"],
  pages: ["commands"],
  browser: ["commands"],
  [TOGETHER]: ["commands"],
};
const together = wanted.includes("pages") && wanted.includes("browser");
const planned = together
  ? [...wanted.filter((name) => !["pages", "browser"].includes(name)), TOGETHER]
  : wanted;
const begun = performance.now();
const secondsSince = (start) => `${Math.round((performance.now() - start) / 1000)} s`;
const times = [];
const timed = async (name) => {
  const start = performance.now();
  await ALL[name]();
  times.push(`${name} ${secondsSince(start)}`);
};
const started = new Map();
for (const name of planned)
  started.set(
    name,
    Promise.all((AFTER[name] ?? []).map((other) => started.get(other))).then(() => timed(name)),
  );
await Promise.all(started.values());
for (const name of readdirSync(temporary))
  if (name.startsWith("second-serve-")) failures.push(`${name} was left in the temporary folder`);

const SLOWEST = 20;
console.log("The slowest files:");
for (const { name, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
console.log(`Phases: ${times.join(", ")}; all, since some overlap: ${secondsSince(begun)}`);
for (const name of failures) console.log(`✗ ${name}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
