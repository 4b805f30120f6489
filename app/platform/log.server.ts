import { type Logger, pino, stdSerializers } from "pino";
import { DatabaseUnavailable } from "./database-unavailable.server.ts";
import { currentRequest } from "./request-context.server.ts";

/** While the database is unavailable, each reason is logged only once in this time: every request and job fails. */
const QUIET_MS = 60_000;
const loggedReasons = new Map<string, { at: number; unlogged: number }>();

/** Logs JSON lines to standard output, with the id of the current request; `LOG_LEVEL` is a level of pino. */
export const logger: Logger = pino({
  level: process.env.LOG_LEVEL || (process.env.NODE_ENV === "test" ? "silent" : "info"),
  base: undefined,
  mixin: () => ({ requestId: currentRequest()?.id }),
  redact: ["password", "*.password", "headers.cookie", "headers.authorization"],
  serializers: { err: withoutObjects },
  hooks: {
    logMethod(values, method) {
      const facts = values[0] as unknown as { err?: unknown } | undefined;
      if (!(facts?.err instanceof DatabaseUnavailable)) return method.apply(this, values);
      const { reason } = facts.err;
      const last = loggedReasons.get(reason);
      if (last && Date.now() - last.at < QUIET_MS) {
        last.unlogged += 1;
        return;
      }
      loggedReasons.set(reason, { at: Date.now(), unlogged: 0 });
      const line = { ...facts, err: facts.err.message, unloggedSince: last?.unlogged ?? 0 };
      this.warn(line, `the database is unavailable: ${String(values[1])}`);
    },
  },
});

/** Serializes an error without objects, because some errors have their whole connection as a property. */
export function withoutObjects(error: Error): unknown {
  const serialized: unknown = stdSerializers.err(error);
  return serialized === error ? String(error) : plain(serialized);
}

function plain(serialized: unknown): unknown {
  if (typeof serialized !== "object" || serialized === null) return serialized;
  const { aggregateErrors, ...facts } = { ...serialized } as Record<string, unknown>;
  const plainFacts = Object.entries(facts).filter(([, value]) => typeof value !== "object");
  return {
    ...Object.fromEntries(plainFacts),
    ...(Array.isArray(aggregateErrors) && { aggregateErrors: aggregateErrors.map(plain) }),
  };
}
