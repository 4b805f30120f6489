import { execFileSync } from "node:child_process";
import { chownSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { placesFor } from "#server/postgres-places.ts";
import { runPostgres } from "#server/postgres-process.ts";
import { freePort, newDataDir } from "./server.ts";

type Options = {
  /** The superuser, and the name of the database. */
  user: string;
  password: string;
  /** Further arguments of `initdb`. */
  initdb: readonly string[];
  /** By name, as in postgresql.conf. */
  settings: Readonly<Record<string, string>>;
};

/** A new PostgreSQL that asks for a password, on a free port of 127.0.0.1, as the one of a compose file. */
export async function startPostgres({ user, password, initdb, settings }: Options) {
  const folder = newDataDir();
  const { account, bin, home } = placesFor(folder, () => {});
  const cluster = path.join(home, "cluster");
  const file = path.join(home, "password");
  writeFileSync(file, password);
  if (account.ids) chownSync(file, account.ids.uid, account.ids.gid);
  const args = [`--pgdata=${cluster}`, `--username=${user}`, `--pwfile=${file}`, "--auth=scram-sha-256"];
  execFileSync(path.join(bin, "initdb"), [...args, "--no-sync", ...initdb], {
    ...account.ids,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const port = await freePort();
  const log = path.join(folder, "postgres.log");
  const running = await runPostgres(account, path.join(bin, "postgres"), cluster, log, {
    ...settings,
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
  });
  const admin = new pg.Client({ host: "127.0.0.1", port, user, password, database: "postgres" });
  await admin.connect();
  await admin.query(`create database ${pg.escapeIdentifier(user)}`);
  await admin.end();
  return {
    port,
    async stop() {
      await running.stop(5_000);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
