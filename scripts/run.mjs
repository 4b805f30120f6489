// Runs a part of Second Serve on the Node that is one of its packages, whatever Node started this.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import * as modules from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { node } from "./prepare.mjs";

const PARTS = {
  start: ["server/main.ts"],
  dev: ["server/main.ts", "--dev"],
  build: ["scripts/build.ts"],
  bench: ["bench/main.ts"],
  lighthouse: ["bench/lighthouse.ts"],
  "import:postal-codes": ["scripts/import-postal-codes.ts"],
};

const [name = "start", ...more] = process.argv.slice(2);
const part = PARTS[name];
if (!part) {
  console.error(`There is no "${name}": it is one of ${Object.keys(PARTS).join(", ")}.`);
  process.exit(1);
}
const args = [...part, ...more];

if (Number.parseInt(process.versions.node, 10) >= 24) {
  // Under npm this is our own Node already, since its folder comes first on the PATH: one process less.
  // What V8 compiled at the last start, which is a fifth of the time that loading the shop takes.
  modules.enableCompileCache(path.resolve(".cache", "compiled"));
  process.argv.splice(1, process.argv.length, ...args);
  await import(pathToFileURL(args[0]).href);
} else if (!existsSync(node)) {
  console.error("The packages are not installed: run npm start, which installs them.");
  process.exit(1);
} else {
  // With the flags that we were started with: package.json says how much memory is enough for "npm start".
  const child = spawn(node, [...process.execArgv, ...args], { stdio: "inherit" });
  // A terminal sends Ctrl-C to both; sent on by us it reaches the other twice, which it knows to be one press.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.once("exit", (code, signal) => process.exit(code ?? (signal === "SIGKILL" ? 137 : 1)));
}
