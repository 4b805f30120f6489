import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

const FILES = ["sslrootcert", "sslcert", "sslkey"];

/**
 * Parameters of DATABASE_URL. The driver ignores those that it does not know, so that `ssl_mode=verify-full` would send
 * passwords in plain text; and others replace what this program relies on, such as its `options` and `application_name`.
 */
const PARAMETERS = [
  "host",
  "port",
  "user",
  "password",
  "statement_timeout",
  "query_timeout",
  "sslmode",
  ...FILES,
];

// In other modes PostgreSQL's own programs check less than the driver of today does, as its next version will.
const MODES = ["verify-full", "disable"];

/** Of equal names the last one counts, as for the driver. */
function parametersOf(url: string): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams);
}

/** @throws an Error whose message follows the name of the variable ("must look like …"), without a secret */
export function checkDatabaseUrl(url: string): void {
  if (!URL.canParse(url) || !/^postgres(ql)?:/.test(url))
    throw new Error("must look like postgresql://user:password@host:5432/database.");
  const given = parametersOf(url);
  const unknown = Object.keys(given).filter((name) => !PARAMETERS.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `has parameters that mean nothing here: ${unknown.join(", ")}. There are ${PARAMETERS.join(", ")}.`,
    );
  const { sslmode } = given;
  if (sslmode !== undefined && !MODES.includes(sslmode))
    throw new Error(
      "must have sslmode=verify-full, which encrypts and checks the certificate, or sslmode=disable, which does neither.",
    );
  const files = FILES.filter((name) => given[name] !== undefined);
  if (files.length > 0 && sslmode !== "verify-full")
    throw new Error(`must have sslmode=verify-full, because it has ${files.join(", ")}.`);
  for (const name of files) checkFile(name, given[name] ?? "");
}

function checkFile(name: string, file: string): void {
  try {
    const content = readFileSync(file);
    if (name !== "sslkey") new X509Certificate(content);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = /^E[A-Z]+$/.test(code ?? "") ? code : "it has no certificate";
    throw new Error(`must have a ${name} that can be read, and this cannot (${reason}): ${file}.`);
  }
}

/** The host of a database, or the folder of its socket, and its port unless it is the usual one. */
export function hostOf(url: string): string {
  const { hostname, port } = new URL(url);
  const given = parametersOf(url);
  const at = given.port ?? port;
  return `${given.host ?? hostname}${at === "" || at === "5432" ? "" : `:${at}`}`;
}

/** The host to which the connections of this URL are not encrypted, without the URL saying that this is wanted. */
export function unencryptedHost(url: string): string | undefined {
  const { sslmode, host = new URL(url).hostname } = parametersOf(url);
  return sslmode === undefined && !host.startsWith("/") && host !== "" ? host : undefined;
}
