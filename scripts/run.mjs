// Runs a part of Second Serve on the Node of the npm package `node`, unless this process has Node 24 or newer.
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
  "import:models": ["scripts/import-models.ts"],
  operator: ["scripts/operator.ts"],
};

const [name = "start", ...more] = process.argv.slice(2);
const part = PARTS[name];
if (!part) {
  console.error(`There is no "${name}": it is one of ${Object.keys(PARTS).join(", ")}.`);
  process.exit(1);
}
const args = [...part, ...more];

if (Number.parseInt(process.versions.node, 10) >= 24) {
  // Under npm, this process already runs on the Node of the npm package, whose folder comes first on the PATH. The
  // compile cache saves a fifth of the time to load the shop.
  modules.enableCompileCache(path.resolve(".cache", "compiled"));
  process.argv.splice(1, process.argv.length, ...args);
  await import(pathToFileURL(args[0]).href);
} else if (!existsSync(node)) {
  console.error("The packages are not installed: run npm start, which installs them.");
  process.exit(1);
} else {
  // Passes on our own flags: package.json sets the memory limit for "npm start".
  const child = spawn(node, [...process.execArgv, ...args], { stdio: "inherit" });
  // A terminal sends Ctrl-C to both processes, so the child gets it twice. It treats that as one press.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.once("exit", (code, signal) => process.exit(code ?? (signal === "SIGKILL" ? 137 : 1)));
}
