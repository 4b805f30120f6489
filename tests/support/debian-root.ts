import { execFile } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { findOnPath, installPackages } from "../../scripts/debian.mjs";

const RELEASE = "bookworm";
/** Kept for later runs, because to make it takes minutes. */
const CACHE = path.resolve(import.meta.dirname, "../../.cache");

/** Other variables of the tests would be those of the scripts of Debian's packages. */
const PROXIES = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name)),
);

const run = promisify(execFile);

/** The mirror that this machine's apt uses. */
async function mirrorOf(release: string): Promise<string> {
  const format = ["--format", "$(SITE) $(RELEASE) $(COMPONENT)", "Created-By: Packages"];
  const { stdout } = await run("apt-get", ["indextargets", ...format]);
  const [mirror] =
    stdout
      .split("\n")
      .find((line) => line.endsWith(` ${release} main`))
      ?.split(" ") ?? [];
  if (!mirror) throw new Error(`apt has no mirror of Debian ${release}.`);
  return mirror;
}

/** Makes the folder, unless it is there. Tests in several processes wait for the first one that makes it. */
const MAKE =
  '[ -d "$1" ] || { rm -rf "$1.unfinished"; debootstrap --variant=minbase "$2" "$1.unfinished" "$3" && mv "$1.unfinished" "$1"; }';

/** Copies a Debian that has only its essential packages to `root`, a new or empty folder. Needs root. */
export async function copyDebian(root: string): Promise<void> {
  const base = path.join(CACHE, `debian-${RELEASE}`);
  if (!existsSync(base)) {
    if (!findOnPath(["debootstrap"])) installPackages("debootstrap", [["debootstrap"]]);
    mkdirSync(CACHE, { recursive: true });
    const args = ["sh", base, RELEASE, await mirrorOf(RELEASE)];
    await run("flock", [CACHE, "sh", "-c", MAKE, ...args], {
      maxBuffer: 2 ** 26,
      // Without waiting for the disk after each file.
      env: { ...PROXIES, PATH: `${process.env.PATH}:/usr/sbin:/sbin`, DPKG_FORCE: "unsafe-io" },
    });
  }
  await run("cp", ["--archive", `${base}/.`, root]);
}
