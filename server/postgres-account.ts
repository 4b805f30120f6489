import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { StartupError } from "./startup-error.ts";

/** The user that runs PostgreSQL. `ids` is set when this process is root: then it starts PostgreSQL with these ids. */
export type Account = { name: string; ids?: { uid: number; gid: number } };

type PasswdEntry = { name: string; uid: number; gid: number };

function passwd(): PasswdEntry[] {
  if (!existsSync("/etc/passwd")) return [];
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 4)
    .map((fields) => ({ name: fields[0] ?? "", uid: Number(fields[2]), gid: Number(fields[3]) }));
}

/**
 * This process's own user. PostgreSQL refuses to run as root, so root chooses the owner of an existing cluster, else
 * `postgres`, else `nobody`.
 * @throws StartupError when root finds none of these users, or when this process's own user has no name
 */
export function accountFor(existing: string): Account {
  if (process.getuid?.() !== 0) {
    try {
      return { name: userInfo().username };
    } catch {
      throw new StartupError(
        `PostgreSQL needs a user with a name, and user ${process.getuid?.()} has none: set DATABASE_URL, or run as another user.`,
      );
    }
  }
  const users = passwd();
  const owner = existsSync(existing) ? statSync(existing).uid : 0;
  const user =
    (owner === 0 ? undefined : users.find(({ uid }) => uid === owner)) ??
    users.find(({ name }) => name === "postgres") ??
    users.find(({ name }) => name === "nobody");
  if (!user || user.uid === 0) {
    throw new StartupError(
      "PostgreSQL does not run as root: start as an ordinary user, or add a user named postgres.",
    );
  }
  return { name: user.name, ids: { uid: user.uid, gid: user.gid } };
}

/**
 * Whether the user can run a program or enter a folder. Root tests it as this user, because permissions are more than
 * mode bits. A process that is not root tests nothing and gets true.
 */
export function canEnter(account: Account, place: string): boolean {
  if (!account.ids) return true;
  const check = spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", place], { ...account.ids, cwd: "/" });
  return check.status === 0;
}
