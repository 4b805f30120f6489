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

/** Copies the sources, as git knows them, to a folder of their own that shares the installed packages. */
export function copySources(): string {
  const copy = mkdtempSync(path.join(tmpdir(), "second-serve-copy-"));
  // The embedded database may run as another user, who reads the packages through here.
  chmodSync(copy, 0o755);
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  for (const file of files.split("\0")) {
    // Git still lists what was deleted since its last commit.
    if (file !== "" && existsSync(path.join(ROOT, file)))
      cpSync(path.join(ROOT, file), path.join(copy, file));
  }
  symlinkSync(path.join(ROOT, "node_modules"), path.join(copy, "node_modules"));
  return copy;
}

/** Changes one file of a copy. */
export function editFile(copy: string, file: string, change: (before: string) => string): void {
  const target = path.join(copy, file);
  writeFileSync(target, change(readFileSync(target, "utf8")));
}
