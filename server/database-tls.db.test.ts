// A real PostgreSQL with a certificate of its own authority: DATABASE_URL accepts the right one, and no other.
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { generate } from "selfsigned";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseEnv } from "#app/platform/env.server.ts";
import { AUTH_SECRET, freePort } from "#tests/support/server.ts";
import { checkDatabase } from "./database-check.ts";
import { startEmbeddedDatabase } from "./embedded-database.ts";
import { placesFor } from "./postgres-places.ts";
import { type PostgresProcess, runPostgres } from "./postgres-process.ts";

const HOUR_MS = 3_600_000;

let folder: string;
let port: number;
let postgres: PostgresProcess;

/** Starts PostgreSQL with a certificate for this name, or, with null, without TLS. */
async function restart(certificate: { name: string; expired?: boolean } | null) {
  await postgres?.stop(5_000);
  const { account, bin, home } = placesFor(folder, () => {});
  const settings: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    fsync: "off",
  };
  if (certificate) {
    const { name, expired } = certificate;
    const made = await generate([{ name: "commonName", value: name }], {
      notBeforeDate: new Date(Date.now() - 2 * HOUR_MS),
      notAfterDate: new Date(Date.now() + (expired ? -HOUR_MS : HOUR_MS)),
      extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: name }] }],
    });
    writeFileSync(path.join(folder, "ca.crt"), made.cert);
    const [cert, key] = [path.join(home, "server.crt"), path.join(home, "server.key")];
    writeFileSync(cert, made.cert);
    writeFileSync(key, made.private, { mode: 0o600 });
    chmodSync(cert, 0o644);
    if (account.ids) chownSync(key, account.ids.uid, account.ids.gid);
    Object.assign(settings, { ssl: "on", ssl_cert_file: cert, ssl_key_file: key });
  }
  const log = path.join(folder, "postgres.log");
  postgres = await runPostgres(
    account,
    path.join(bin, "postgres"),
    path.join(home, "cluster"),
    log,
    settings,
  );
}

/** The URL as the program accepts it from the environment. */
function databaseUrl(parameters: string): string {
  const url = `postgresql://second_serve@localhost:${port}/second_serve${parameters}`;
  return parseEnv({ DATABASE_URL: url, AUTH_SECRET }).databaseUrl ?? "";
}

const verified = () => databaseUrl(`?sslmode=verify-full&sslrootcert=${folder}/ca.crt`);
/** A fault that no time mends must not be waited for. */
const patience = {
  milliseconds: 60_000,
  say(sentence: string) {
    throw new Error(`It waits: ${sentence}`);
  },
};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-tls-"));
  chmodSync(folder, 0o711);
  port = await freePort();
  const database = await startEmbeddedDatabase(folder, { say() {}, durable: false });
  await database.stop(5_000);
  const access = path.join(placesFor(folder, () => {}).home, "cluster", "pg_hba.conf");
  appendFileSync(access, "host all all 127.0.0.1/32 trust\n");
});

afterAll(async () => {
  await postgres.stop(5_000);
  rmSync(folder, { recursive: true, force: true });
});

test("the right certificate is accepted, and the connection is encrypted", async () => {
  await restart({ name: "localhost" });
  await expect(checkDatabase(verified(), false, patience)).resolves.toBeUndefined();
  const client = new pg.Client({ connectionString: verified() });
  await client.connect();
  const { rows } = await client.query("select ssl, version from pg_stat_ssl where pid = pg_backend_pid()");
  await client.end();
  expect(rows).toEqual([{ ssl: true, version: expect.stringMatching(/^TLSv1\.[23]$/) }]);
});

test("a certificate of an unknown authority is refused", async () => {
  await expect(checkDatabase(databaseUrl("?sslmode=verify-full"), false, patience)).rejects.toThrow(
    "The database of DATABASE_URL cannot be reached: self-signed certificate",
  );
});

test("a certificate for another name is refused, although it is of the known authority", async () => {
  await restart({ name: "db.example" });
  await expect(checkDatabase(verified(), false, patience)).rejects.toThrow(/cannot be reached: .*altnames/);
});

test("a certificate that has expired is refused", async () => {
  await restart({ name: "localhost", expired: true });
  await expect(checkDatabase(verified(), false, patience)).rejects.toThrow("certificate has expired");
});

test("a database without TLS is refused, and is used only by a URL that wants none", async () => {
  await restart(null);
  await expect(checkDatabase(verified(), false, patience)).rejects.toThrow(
    "does not support SSL connections",
  );
  await expect(checkDatabase(databaseUrl("?sslmode=disable"), false, patience)).resolves.toBeUndefined();
});
