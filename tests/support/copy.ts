import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Copies the sources that git lists to a new folder, which links to the installed packages. */
export function copySources(): string {
  const copy = mkdtempSync(path.join(tmpdir(), "second-serve-copy-"));
  // The embedded database may run as another user, who must be able to enter this folder.
  chmodSync(copy, 0o755);
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  for (const file of files.split("\0")) {
    // Git still lists files that were deleted since the last commit.
    if (file !== "" && existsSync(path.join(ROOT, file)))
      cpSync(path.join(ROOT, file), path.join(copy, file));
  }
  symlinkSync(path.join(ROOT, "node_modules"), path.join(copy, "node_modules"));
  return copy;
}

export function editFile(copy: string, file: string, change: (before: string) => string): void {
  const target = path.join(copy, file);
  const before = readFileSync(target, "utf8");
  const after = change(before);
  if (after === before) throw new Error(`Nothing was changed in ${file}.`);
  writeFileSync(target, after);
}

const NAME = /[\w.-]+-([\w-]{8})\.(?:js|css|woff2|webp)\b/g;

/**
 * Copies the sources and the build, and gives every built file of browsers another name, as another version of the
 * program has it. The copy runs without a build of its own.
 */
export function copyAsOtherVersion(): string {
  const copy = copySources();
  // As in the archive of `npm run package`.
  rmSync(path.join(copy, "vite.config.ts"));
  cpSync(path.join(ROOT, "build"), path.join(copy, "build"), { recursive: true });
  const names = new Set(readdirSync(path.join(copy, "build/client/assets")));
  const renamed = (text: string) =>
    text.replace(NAME, (name, hash: string) =>
      names.has(name) ? name.replace(hash, [...hash].reverse().join("")) : name,
    );
  for (const entry of readdirSync(path.join(copy, "build"), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    if (/\.(br|gz)$/.test(file)) rmSync(file);
    else if (/\.(js|css)$/.test(file)) writeFileSync(file, renamed(readFileSync(file, "utf8")));
    if (existsSync(file)) renameSync(file, path.join(entry.parentPath, renamed(entry.name)));
  }
  return copy;
}
