import { currentRequest } from "./request-context.server.ts";

/** The database cannot be reached now; the same query may work later. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";

  /** An error code of PostgreSQL or the system, or the beginning of the driver's message. */
  readonly reason: string;

  constructor(reason: string) {
    super(`The database is unavailable (${reason}).`);
    this.reason = reason;
  }
}

/** Error codes of the system. */
const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  // A missing socket file: the local server is not running.
  "ENOENT",
  "EAI_AGAIN",
]);
/**
 * Error codes of PostgreSQL: stopped, crashed, starting, no connection left, a standby; class 08 are connection errors. The
 * address of the primary leads to a standby for a moment of a failover, and such a connection would stay.
 */
const NOT_NOW = /^(57P0[123]|53300|25006|08...)$/;
/** What TLS says about the database's certificate: that it has expired, or is another one. */
const MISTRUSTED = /^(CERT_|ERR_TLS_CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_|SELF_SIGNED_CERT_)/;
/** The messages of pg's connection errors, which have no code. */
const LOST =
  /^(Query read timeout|timeout e(xpired|xceeded)|Connection terminated|Client (was closed|has encountered a connection error)|Cannot use a pool after)/;

function reasonOf(error: unknown): string | undefined {
  // A host name with several IP addresses, none of which answered.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).find(Boolean);
  // pg-boss makes plain objects of errors, with longer messages.
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === "string" && (UNREACHABLE.has(code) || NOT_NOW.test(code) || MISTRUSTED.test(code)))
    return code;
  return typeof message === "string" ? LOST.exec(message)?.[0] : undefined;
}

/**
 * Returns a `DatabaseUnavailable` for an error of a database connection, and any other error unchanged. Pass only
 * errors of the database: other services fail with the same codes. The current request keeps the outage, because
 * libraries replace the error by errors of their own.
 */
export function asUnavailable(error: unknown): unknown {
  const reason = error instanceof DatabaseUnavailable ? error.reason : reasonOf(error);
  if (reason === undefined) return error;
  const unavailable = error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(reason);
  const request = currentRequest();
  if (request) request.outage ??= unavailable;
  return unavailable;
}

/** Runs a database query. @throws DatabaseUnavailable when the database cannot be reached, else what `query` throws. */
export async function runQuery<Result>(query: () => Promise<Result>): Promise<Result> {
  try {
    return await query();
  } catch (error) {
    throw asUnavailable(error);
  }
}
