import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the archive that `npm run package` writes. */
    archive: string;
  }
}

/** Several tests in tests/deploy run the archive, and writing it takes seconds. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), "second-serve-archive-"));
  // The shop runs as another user.
  chmodSync(folder, 0o755);
  const cwd = path.resolve(import.meta.dirname, "../..");
  await promisify(execFile)(process.execPath, ["scripts/package.ts", folder], { cwd });
  const [file = ""] = readdirSync(folder);
  project.provide("archive", path.join(folder, file));
  return () => rmSync(folder, { recursive: true, force: true });
}
