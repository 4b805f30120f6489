import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
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
