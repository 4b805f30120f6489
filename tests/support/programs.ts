// Programs of Debian with the files of deploy/.
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { findOnPath, installPackages } from "../../scripts/debian.mjs";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** A proxy must not run as root here, because a mistake in its file would show only without rights. */
const NOBODY = 65_534;
export const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export function programOf(name: string, debianPackage = name): string {
  // Programs of the system are not on the PATH of every user.
  process.env.PATH = `${process.env.PATH}${path.delimiter}/usr/sbin`;
  if (!findOnPath([name])) installPackages(name, [[debianPackage]]);
  const program = findOnPath([name]);
  if (!program) throw new Error(`${name} is not installed: apt-get install ${debianPackage}`);
  return program;
}

/** Each text of `replacements` must be in the file. */
export function deployed(
  name: string,
  replacements: readonly (readonly [before: string, after: string])[],
): string {
  let content = readFileSync(path.join(ROOT, "deploy", name), "utf8");
  for (const [before, after] of replacements) {
    if (!content.includes(before)) throw new Error(`deploy/${name} lacks "${before}".`);
    content = content.replaceAll(before, after);
  }
  return content;
}

export function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
