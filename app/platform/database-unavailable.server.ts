import { currentRequest } from "./request-context.server.ts";

/** The database cannot be asked at the moment. Nothing is wrong with what was asked: again in a while it may work. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";

  /** PostgreSQL's or the system's code, or a few words of the driver. */
  readonly reason: string;

  constructor(reason: string) {
    super(`The database is away (${reason}).`);
    this.reason = reason;
  }
}

/** The system's words for a server that cannot be reached, or that went away. */
const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  // A socket in a folder, where nobody listens any more.
  "ENOENT",
  "EAI_AGAIN",
]);
/** PostgreSQL's: it is ended, it crashed, it is starting or ending, it has no connection left; and class 08. */
const NOT_NOW = /^(57P0[123]|53300|08...)$/;
/** pg's errors of connections have no code. */
const LOST =
  /^(Query read timeout|timeout e(xpired|xceeded)|Connection terminated|Client (was closed|has encountered a connection error)|Cannot use a pool after)/;

function reasonOf(error: unknown): string | undefined {
  // A name with several addresses, none of which answered.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).find(Boolean);
  // pg-boss makes objects of its own of errors, and adds to their words.
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === "string" && (UNREACHABLE.has(code) || NOT_NOW.test(code))) return code;
  return typeof message === "string" ? LOST.exec(message)?.[0] : undefined;
}

/**
 * What a connection to the database threw, as `DatabaseUnavailable` if that is the reason. Only for errors of connections: a mail
 * server or a store of photos refuses with the same codes. The
 * request in progress is told too, since libraries in between turn it into errors of their own.
 */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  const reason = reasonOf(error);
  if (reason === undefined) return error;
  const away = new DatabaseUnavailable(reason);
  const request = currentRequest();
  if (request) request.away ??= away;
  return away;
}

/** Runs what asks the database. @throws DatabaseUnavailable when that cannot be reached, else what `ask` throws. */
export async function asking<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw asUnavailable(error);
  }
}
