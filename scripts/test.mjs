// npm test: every check there is, or those that are named ("npm test -- unit database"). Plain JavaScript, since it
// runs before anything is installed. The last line is "N passed, N failed", where each static check counts as one.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "./chromium.mjs";
import { node, prepare } from "./prepare.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const results = mkdtempSync(path.join(tmpdir(), "second-serve-results-"));
process.once("exit", () => rmSync(results, { recursive: true, force: true }));

/** The program that a package offers. */
const tool = (name) => path.join("node_modules", ".bin", name);

/** What the checks read and no person writes. */
const GENERATED = [
  { name: "texts", command: [node, "scripts/texts.mjs"] },
  { name: "route types", command: [tool("react-router"), "typegen"] },
];
const STATIC = [
  { name: "format and lint", command: [tool("biome"), "check", "--error-on-warnings"] },
  { name: "types", command: [tool("tsc"), "--noEmit"] },
  { name: "types of what is pure", command: [tool("tsc"), "--noEmit", "-p", "tsconfig.domain.json"] },
  { name: "unused code", command: [tool("knip"), "--no-progress"] },
];
const BUILD = { name: "build", command: [node, "scripts/build.ts"] };

const total = { passed: 0, failed: 0 };

/** @returns {Promise<{ code: number, said: string }>} */
function run(command, { loud = false, env = {} } = {}) {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    stdio: ["ignore", loud ? "inherit" : "pipe", loud ? "inherit" : "pipe"],
    env: {
      ...process.env,
      // The packages' Node comes first for what is started by "#!/usr/bin/env node" too.
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
      ...env,
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => (said += part));
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: 1, said: error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, said }));
  });
}

async function check({ name, command }) {
  const { code, said } = await run(command);
  total[code === 0 ? "passed" : "failed"]++;
  console.log(`${code === 0 ? "✓" : "✗"} ${name}`);
  if (code !== 0) console.log(said.trimEnd());
  return code === 0;
}

/** Counts from the runner's own report. A file that does not even load, or a run that ends early, is a failure. */
function count(report, code) {
  if (!existsSync(report)) {
    total.failed++;
    return;
  }
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  let failed = 0;
  for (const { status, assertionResults } of testResults) {
    total.passed += assertionResults.filter((test) => test.status === "passed").length;
    const broken = assertionResults.filter((test) => test.status === "failed").length;
    failed += broken === 0 && status === "failed" ? 1 : broken;
  }
  total.failed += failed === 0 && code !== 0 ? 1 : failed;
}

async function vitest(projects, env = {}) {
  const report = path.join(results, `${projects.join("-")}.json`);
  const named = projects.map((project) => `--project=${project}`);
  // A line for each file, and what fails is named at once: the slow parts take minutes.
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { code } = await run([tool("vitest"), "run", ...named, ...reporters], { loud: true, env });
  count(report, code);
}

/** What runs against the built shop, which is built first. Without a build it fails at once, and not in every test. */
async function built(name, run) {
  building ??= check(BUILD);
  if (await building) return run();
  console.log(`✗ ${name}: not run, since there is no build`);
  total.failed++;
}
let building;

async function browserTests() {
  let program;
  try {
    program = chromium();
  } catch (error) {
    console.log(`✗ ${error.message}`);
    total.failed++;
    return;
  }
  await vitest(["browser"], { CHROMIUM: program });
}

const PHASES = {
  static: async () => {
    await Promise.all(STATIC.map(check));
  },
  unit: () => vitest(["unit"]),
  database: () => vitest(["database"]),
  commands: () => built("commands", () => vitest(["commands"])),
  pages: () => built("pages", () => vitest(["pages"])),
  browser: () => built("browser", browserTests),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in PHASES));
if (unknown.length > 0) {
  console.error(
    `There is no "${unknown[0]}": name any of ${Object.keys(PHASES).join(", ")}, or nothing for all.`,
  );
  process.exit(1);
}
prepare();
for (const one of GENERATED) await check(one);
const wanted = Object.keys(PHASES).filter((name) => asked.length === 0 || asked.includes(name));
// The static checks are a few long ones: beside the unit tests they leave no core idle.
const beside = ["static", "unit"];
const timed = async (name) => {
  const start = performance.now();
  await PHASES[name]();
  console.log(`  ${name}: ${Math.round((performance.now() - start) / 1000)} s`);
};
await Promise.all(wanted.filter((name) => beside.includes(name)).map(timed));
for (const name of wanted.filter((name) => !beside.includes(name))) await timed(name);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
