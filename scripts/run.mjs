// Runs a command of Second Serve for bin/second-serve, which chooses the Node.
import { existsSync, readFileSync } from "node:fs";
import * as modules from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What operators use, in a clone and from the archive. */
const COMMANDS = {
  start: { file: "server/main.ts", help: "start the shop" },
  migrate: { file: "scripts/migrate.ts", help: "bring the database to this version, as a start does" },
  operator: { file: "scripts/operator.ts", takes: "EMAIL", help: "make a person an operator" },
  backup: {
    file: "scripts/backup.ts",
    takes: "[FILE]",
    help: "write all data to a file, while the shop goes on",
  },
  verify: {
    file: "scripts/verify.ts",
    takes: "[FILE]",
    help: "restore a backup into a temporary database, and compare",
  },
  restore: { file: "scripts/restore.ts", takes: "[FILE]", help: "restore a backup into an empty database" },
  "import-postal-codes": {
    file: "scripts/import-postal-codes.ts",
    takes: "FILE…",
    help: "import GeoNames' postal files",
  },
  "import-models": { file: "scripts/import-models.ts", help: "import changed models, as a start does" },
};
/** What needs the packages of development. */
const DEVELOPMENT = {
  dev: { file: "server/main.ts", flags: ["--dev"] },
  build: { file: "scripts/build.ts" },
  package: { file: "scripts/package.ts" },
  bench: { file: "bench/main.ts" },
  torture: { file: "bench/torture/main.ts" },
  lighthouse: { file: "bench/lighthouse.ts" },
};

function help() {
  const lines = Object.entries(COMMANDS).map(([name, { takes = "", help }]) => [`${name} ${takes}`, help]);
  const width = Math.max(...lines.map(([usage]) => usage.length));
  return [
    "bin/second-serve COMMAND, with the environment variables of .env.example, or a file .env in this folder:",
    ...lines.map(([usage, help]) => `  ${usage.padEnd(width)}  ${help}`),
  ].join("\n");
}

function version() {
  const { version, gitHead } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
  return ["Second Serve", version, ...(gitHead ? [gitHead] : [])].join(" ");
}

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

const [name = "--help", ...more] = process.argv.slice(2);
if (["--version", "-v"].includes(name)) {
  console.log(version());
} else if ([name, ...more].some((word) => ["--help", "-h"].includes(word))) {
  console.log(help());
} else if (Number.parseInt(process.versions.node, 10) < 24) {
  refuse("The packages are not installed: run npm start, which installs them.");
} else {
  const command = { ...COMMANDS, ...DEVELOPMENT }[name];
  const file = command && path.join(ROOT, command.file);
  if (!file || !existsSync(file)) refuse(`There is no command "${name}".\n${help()}`);
  // Saves a fifth of the time to load the shop. Does nothing where the folder cannot be written.
  modules.enableCompileCache(path.join(ROOT, ".cache", "compiled"));
  process.argv.splice(1, process.argv.length, file, ...(command.flags ?? []), ...more);
  await import(pathToFileURL(file).href);
}
