import { type Logger, pino, stdSerializers } from "pino";
import { DatabaseUnavailable } from "./database-unavailable.server.ts";
import { currentRequest } from "./request-context.server.ts";

/** While the database is unavailable, each reason is logged only once in this time: every request and job fails. */
const QUIET_MS = 60_000;
const loggedReasons = new Map<string, { at: number; skipped: number }>();

/** Logs JSON lines to standard output, with the ids of the current request; `LOG_LEVEL` is a level of pino. */
export const logger: Logger = pino({
  level: process.env.LOG_LEVEL || (process.env.NODE_ENV === "test" ? "silent" : "info"),
  base: undefined,
  mixin() {
    const { id: requestId, traceparent } = currentRequest() ?? {};
    return { requestId, traceparent };
  },
  redact: ["password", "*.password", "headers.cookie", "headers.authorization"],
  serializers: { err: withoutObjects },
  hooks: {
    logMethod(values, method) {
      const [facts, message] = values as unknown as [{ err?: unknown }?, unknown?];
      if (!(facts?.err instanceof DatabaseUnavailable)) return method.apply(this, values);
      const { reason } = facts.err;
      const last = loggedReasons.get(reason);
      if (last && Date.now() - last.at < QUIET_MS) {
        last.skipped += 1;
        return;
      }
      loggedReasons.set(reason, { at: Date.now(), skipped: 0 });
      // This line passes the hook too, so it has the error's message instead of the error. It is a warning, because the
      // shop waits for the database; /readyz and its metric tell of the outage.
      const line = { ...facts, err: facts.err.message, skippedLines: last?.skipped ?? 0 };
      this.warn(line, `the database is unavailable: ${String(message ?? "")}`);
    },
  },
});

/** Serializes what was thrown without objects, because some errors have their whole connection as a property. */
export function withoutObjects(thrown: unknown): unknown {
  const serialized: unknown = stdSerializers.err(thrown as Error);
  // Pino returns what is no error unchanged.
  return serialized === thrown ? String(thrown) : plain(serialized);
}

function plain(serialized: unknown): unknown {
  if (typeof serialized !== "object" || serialized === null) return serialized;
  const { aggregateErrors, ...facts } = serialized as Record<string, unknown>;
  const plainFacts = Object.entries(facts).filter(([, value]) => typeof value !== "object");
  return {
    ...Object.fromEntries(plainFacts),
    ...(Array.isArray(aggregateErrors) && { aggregateErrors: aggregateErrors.map(plain) }),
  };
}
