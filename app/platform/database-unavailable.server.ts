import { currentRequest } from "./request-context.server.ts";

/** The database is unavailable at the moment. The query itself is fine: it may work later. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";

  /** PostgreSQL's or the system's error code, or a few words of the driver. */
  readonly reason: string;

  constructor(reason: string) {
    super(`The database is unavailable (${reason}).`);
    this.reason = reason;
  }
}

/** The system's error codes for a server that cannot be reached or that disconnected. */
const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  // A socket file that no server listens on any more.
  "ENOENT",
  "EAI_AGAIN",
]);
/**
 * PostgreSQL's error codes for a server that was shut down, crashed, is starting or stopping, or has no connection
 * left. Class 08 has the connection errors.
 */
const NOT_NOW = /^(57P0[123]|53300|08...)$/;
/** The messages of pg's connection errors, which have no code. */
const LOST =
  /^(Query read timeout|timeout e(xpired|xceeded)|Connection terminated|Client (was closed|has encountered a connection error)|Cannot use a pool after)/;

function reasonOf(error: unknown): string | undefined {
  // A host name with several addresses, none of which answered.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).find(Boolean);
  // pg-boss wraps errors in objects of its own, and adds to their message.
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === "string" && (UNREACHABLE.has(code) || NOT_NOW.test(code))) return code;
  return typeof message === "string" ? LOST.exec(message)?.[0] : undefined;
}

/**
 * Turns an error of a database connection into `DatabaseUnavailable` when that is its cause; returns any other error
 * unchanged. Only for errors of the database: a mail server or a photo store refuses with the same codes. Also stores
 * the error in the current request, because libraries in between turn it into errors of their own.
 */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  const reason = reasonOf(error);
  if (reason === undefined) return error;
  const unavailable = new DatabaseUnavailable(reason);
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
